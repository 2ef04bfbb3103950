# SPDX-License-Identifier: Apache-2.0
# The questions of database-peers.js, asked of Scid: lines of a name, milliseconds and a count, with tabs between.
#
# usage: tkscid database-peers.tcl games.pgn base

proc progressCallBack {args} {}

proc timed {name count script} {
  set begin [clock microseconds]
  uplevel $script
  puts "$name\t[expr {([clock microseconds] - $begin) / 1000.0}]\t[uplevel $count]"
}

proc five {name script} {
  for {set round 0} {$round < 5} {incr round} {uplevel [list timed $name {sc_filter count} $script]}
}

# Counts of men as options of sc_search material: those of the list exactly, all others 0; an empty list: any.
proc men {exactly} {
  set options {}
  foreach man {wq bq wr br wb bb wn bn wp bp} {
    set range {0 9}
    if {$exactly ne ""} {
      set number [expr {[dict exists $exactly $man] ? [dict get $exactly $man] : 0}]
      set range [list $number $number]
    }
    lappend options -$man $range
  }
  return $options
}

lassign $argv file name
set base [sc_base create $name]
timed import {sc_base numGames $base} {sc_base import $base $file}
sc_base switch $base
five headers {sc_search header -filter 2 -welo {1800 2500} -belo {1800 2500} -date {1980.01.01 1999.12.31}}
sc_filter reset $base dbfilter full
five explore {sc_tree stats $base dbfilter}
sc_move addSan e4
five position {sc_search board RESET Exact false 0}
set rules {-filter 2 -range {1 999} -length 1 -bishops Either -diff {-40 40} -wm {0 9} -bm {0 9}}
five material {sc_search material {*}[men {wr 1 br 1 wp 1}] -flip 1 {*}$rules}
five pattern {sc_search material {*}[men {}] -flip 0 {*}$rules -patt {1 wn f 5} -patt {1 bk g 8}}
exit
