// A list's search as the address has it, except for the text while it is typed. A change of the address makes the router
// draw the page anew, which is too slow for each key; so what is typed counts at once and is written when the person
// pauses. Each change builds on what was written last, not on what is drawn: the router shows an address a moment later,
// and a change that began from the one before would bring back what was just taken away.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isLeavingNow, paramsNow } from '../../app/router-now'

const pauseMs = 250
const longestText = 500

/** How a search is read and written; the same object at every drawing. */
export interface AddressShape<Search> {
  readonly read: (params: URLSearchParams) => Search
  /** Other parameters of `params` are kept. */
  readonly write: (search: Search, params: URLSearchParams) => URLSearchParams
  readonly textOf: (search: Search) => string
  readonly withText: (search: Search, text: string) => Search
}

export interface Address {
  readonly params: URLSearchParams
  readonly setParams: (change: (before: URLSearchParams) => URLSearchParams, options: { replace: true }) => void
  /** Writing to the address would call back a person who is on the way to another view. */
  readonly isLeaving: boolean
}

export interface AddressSearch<Search> {
  /** With what is typed. */
  readonly search: Search
  /** As in the address; the same object while one types. */
  readonly written: Search
  readonly setText: (text: string) => void
  readonly change: (step: (now: Search) => Search) => void
}

export function useAddressSearch<Search>(shape: AddressShape<Search>, address: Address): AddressSearch<Search> {
  const { read, write, textOf, withText } = shape
  const { params, isLeaving } = address
  const [typed, setTyped] = useState<string | null>(null)
  const written = useMemo(() => read(params), [read, params])
  const search = useMemo(() => (typed === null ? written : withText(written, typed)), [written, typed, withText])

  const typedNow = useRef<string | null>(null)
  /** Written, and not seen in the address yet; oldest first. */
  const onTheWay = useRef<readonly Search[]>([])
  const latest = useRef({ address, written })
  useEffect(() => {
    latest.current = { address, written }
  })

  const codeOf = useCallback((each: Search) => write(each, new URLSearchParams()).toString(), [write])
  useEffect(() => {
    const arrived = onTheWay.current.findIndex((each) => codeOf(each) === codeOf(written))
    // An address that nobody wrote here (the Back key, a link) has the last word.
    onTheWay.current = arrived < 0 ? [] : onTheWay.current.slice(arrived + 1)
  }, [written, codeOf])

  const change = useCallback(
    (step: (now: Search) => Search) => {
      const base = onTheWay.current.at(-1) ?? latest.current.written
      const next = step(typedNow.current === null ? base : withText(base, typedNow.current))
      onTheWay.current = [...onTheWay.current, next]
      if (typedNow.current !== null) {
        typedNow.current = textOf(next)
        setTyped(typedNow.current)
      }
      latest.current.address.setParams((before) => write(next, paramsNow(before)), { replace: true })
    },
    [write, withText, textOf],
  )

  const setText = useCallback((text: string) => {
    typedNow.current = text.slice(0, longestText)
    setTyped(typedNow.current)
  }, [])

  useEffect(() => {
    if (typed === null || isLeaving) return
    if (typed === textOf(written)) {
      // What is typed in the same moment must not be thrown away with it.
      if (typedNow.current !== typed || onTheWay.current.length > 0) return
      typedNow.current = null
      setTyped(null)
      return
    }
    const timer = setTimeout(() => !isLeavingNow() && change((now) => now), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isLeaving, written, change, textOf])

  return { search, written, setText, change }
}
