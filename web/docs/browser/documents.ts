// SPDX-License-Identifier: Apache-2.0
// The script of the documents, which can be read without it.

import { mountCopying } from './copy.js'
import { mountSearch } from './search.js'

/** In such windows the contents are beside the text (web/styles/docs.css). */
const BESIDE = matchMedia('(min-width: 84rem)')
/** A chapter counts as read once its heading is in the upper quarter of the window, or above. */
const READ = { rootMargin: '100000% 0px -75% 0px' }

mountSearch()
mountContents()
mountCopying()

// Scrolls the list of documents to the current one.
const list = document.getElementById('site-documents')
const current = list?.querySelector('[aria-current]')
if (list && current instanceof HTMLElement && current.offsetTop > list.clientHeight * 0.8)
  list.scrollTop = current.offsetTop - list.clientHeight / 2

/** The table of contents: marks the chapter that is being read, with an observer instead of scroll events. */
function mountContents() {
  const contents = document.querySelector('.contents')
  const details = contents?.querySelector('details')
  if (!contents || !details) return
  const links = new Map(
    Array.from(contents.querySelectorAll('a'), link => [decodeURIComponent(link.hash.slice(1)), link]),
  )
  const open = () => {
    details.open = BESIDE.matches
  }
  open()
  BESIDE.addEventListener('change', open)
  // On small screens the contents cover the text.
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && !BESIDE.matches) details.open = false
  })

  const ids = [...links.keys()]
  const read = new Set()
  let marked: HTMLAnchorElement | undefined
  const mark = (id: string | undefined) => {
    const link = id === undefined ? undefined : links.get(id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    marked = link
    link?.setAttribute('aria-current', 'location')
    if (link && BESIDE.matches) keepInSight(contents, link)
  }
  const observer = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) read.add(target.id)
      else read.delete(target.id)
    }
    mark(ids.findLast(id => read.has(id)))
  }, READ)
  for (const id of ids) {
    const heading = document.getElementById(id)
    if (heading) observer.observe(heading)
  }
  // The last chapters of a document may not reach the upper quarter.
  addEventListener('hashchange', () =>
    requestAnimationFrame(() => mark(decodeURIComponent(location.hash.slice(1)))),
  )
}

/** Scrolls the list only; scrollIntoView() would also scroll the page. */
function keepInSight(list: Element, link: HTMLElement) {
  const frame = list.getBoundingClientRect()
  const { top, bottom } = link.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - frame.height / 3
}
