# SPDX-License-Identifier: Apache-2.0
# The questions of database-peers.js, asked of Scid: lines of a name, milliseconds of CPU time and a count, with tabs between.
#
# usage: tkscid database-peers.tcl games.pgn base player

proc progressCallBack {args} {}

# Milliseconds of CPU time of this process: the first number of each thread's schedstat is in nanoseconds, but the system
# updates it every few milliseconds only.
proc cpu {} {
  set all 0
  foreach name [glob /proc/self/task/*/schedstat] {
    set file [open $name]
    incr all [lindex [read $file] 0]
    close $file
  }
  return [expr {$all / 1e6}]
}

# Runs the script until it has taken `least` milliseconds.
proc timed {name count script {least 0}} {
  set begin [cpu]
  for {set runs 1} {[uplevel $script; expr {[cpu] - $begin}] < $least} {incr runs} {}
  puts "$name\t[expr {([cpu] - $begin) / $runs}]\t[uplevel $count]"
}

proc five {name script {count {sc_filter count}}} {
  for {set round 0} {$round < 5} {incr round} {uplevel [list timed $name $count $script 100]}
}

# The moves of the current position, as the window with the tree finds them.
proc tree {name} {
  uplevel [list five $name {
    sc_filter search $base tree board
    sc_tree stats $base tree
  } {sc_filter count $base tree}]
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

lassign $argv file name player
set base [sc_base create $name]
timed import {sc_base numGames $base} {sc_base import $base $file}
sc_base switch $base
five headers {sc_search header -filter 2 -welo {1800 2500} -belo {1800 2500} -date {1980.01.01 1999.12.31}}
# Exact names are in quotes; -result! lists the results that do not count.
five {player won} {
  sc_search header -filter 2 -white "\"$player\"" -result! =0*
  sc_search header -filter 1 -black "\"$player\"" -result! 1=*
}
five {white elo} {sc_search header -filter 2 -welo {2400 2500}}
five eco {sc_search header -filter 2 -eco {B20 B99 0}}
tree explore
sc_move addSan e4
five position {sc_search board RESET Exact false 0}
sc_move addSan c5
tree {explore 1. e4 c5}
set rules {-filter 2 -range {1 999} -length 1 -bishops Either -diff {-40 40} -wm {0 9} -bm {0 9}}
five material {sc_search material {*}[men {wr 1 br 1 wp 1}] -flip 1 {*}$rules}
five pattern {sc_search material {*}[men {}] -flip 0 {*}$rules -patt {1 wn f 5} -patt {1 bk g 8}}
exit
