import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'

interface Placed {
  readonly id: string
  /** Its edges in the window, in CSS pixels. */
  readonly top: number
  readonly bottom: number
}

interface Sight {
  readonly from: number
  readonly to: number
  /** The section of the address. */
  readonly wanted: string | undefined
}

/** Room for a heading at the lower edge of the window. */
const headingPx = 48

/**
 * The first section whose heading is in sight, or the one that fills the window. At the end, where sections can't be
 * scrolled to the top, the wanted one comes first.
 */
export function sectionInSight(sections: readonly Placed[], { from, to, wanted }: Sight): string | undefined {
  const inSight = sections.filter(({ top }) => top >= from && top < to - headingPx)
  const isAtEnd = (sections.at(-1)?.bottom ?? 0) <= to
  const wantedOne = isAtEnd ? inSight.find(({ id }) => id === wanted) : undefined
  return (wantedOne ?? inSight[0] ?? sections.findLast(({ top }) => top < from))?.id
}

/** @param bar what the sections scroll below */
export function useSectionInSight(bar: RefObject<HTMLElement | null>): string | undefined {
  const { section: wanted } = useParams()
  const { key } = useLocation()
  const [current, setCurrent] = useState(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it is shown once more
  useEffect(() => {
    const look = () => {
      const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')].map((section) => {
        const { top, bottom } = section.getBoundingClientRect()
        return { id: section.getAttribute('data-section') ?? '', top, bottom }
      })
      const from = bar.current?.getBoundingClientRect().bottom ?? 0
      setCurrent(sectionInSight(sections, { from, to: innerHeight, wanted }))
    }
    look()
    // The sections scroll in a part of the page, whose events don't bubble.
    addEventListener('scroll', look, true)
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look, true)
      removeEventListener('resize', look)
    }
  }, [bar, wanted, key])
  return current
}
