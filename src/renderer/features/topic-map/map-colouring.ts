// The colours of the points: one of a few categories for each point, in a stable order.
import { hiddenContent, insightTypes, typeWord } from '../../../contract/features/record-words'
import {
  type MapPoints,
  mostOpportunities,
  noOpportunity,
  otherOpportunity,
} from '../../../contract/features/topic-map'

export const colourings = ['type', 'opportunity', 'age'] as const
export type Colouring = (typeof colourings)[number]
export const colouringWords: Readonly<Record<Colouring, string>> = {
  type: 'Type',
  opportunity: 'Opportunity',
  age: 'Age',
}

export interface Category {
  readonly label: string
  readonly count: number
}

interface Coloured {
  readonly categories: readonly Category[]
  /** The category of each point. */
  readonly of: Uint8Array
}

const ages = [
  { label: 'Last 30 days', days: 30 },
  { label: '31 to 90 days', days: 90 },
  { label: '91 days to a year', days: 365 },
  { label: 'Older than a year', days: Number.POSITIVE_INFINITY },
] as const
const noDate = 'No date'

/** Types with a colour of their own; all other types share the last category. */
const mostTypes = 6

/** @param today in days since 1970 */
export function coloured(points: MapPoints, by: Colouring, today: number): Coloured {
  const { labels, placeOf } = {
    type: typesOf,
    opportunity: opportunitiesOf,
    age: (each: MapPoints) => agesOf(each, today),
  }[by](points)
  const counts = labels.map(() => 0)
  const of = Uint8Array.from(points.insights, (_, point) => {
    const place = placeOf(point)
    counts[place] = (counts[place] ?? 0) + 1
    return place
  })
  return { categories: labels.map((label, place) => ({ label, count: counts[place] ?? 0 })), of }
}

interface Labelled {
  readonly labels: readonly string[]
  readonly placeOf: (point: number) => number
}

/** Known types have fixed places, and thus fixed colours, in every map. */
function typesOf({ types, type }: MapPoints): Labelled {
  const unknown = types.filter((each) => !insightTypes.some((known) => known === each))
  const shown = [...insightTypes, ...unknown].slice(0, mostTypes)
  const places = types.map((each) => shown.indexOf(each)).map((place) => (place < 0 ? mostTypes : place))
  return {
    labels: [...shown.map(typeWord), ...(places.includes(mostTypes) ? ['Other types'] : [])],
    placeOf: (point) => places[type[point] ?? 0] ?? mostTypes,
  }
}

function opportunitiesOf({ opportunities, opportunity }: MapPoints): Labelled {
  const named = opportunities.slice(0, mostOpportunities)
  return {
    labels: [
      ...named.map(({ title, hideContent }) => (hideContent ? hiddenContent : title)),
      'Other opportunities',
      'No opportunity',
    ],
    placeOf: (point) => {
      const place = opportunity[point] ?? noOpportunity
      if (place === otherOpportunity) return named.length
      return place === noOpportunity ? named.length + 1 : Math.min(place, named.length)
    },
  }
}

function agesOf({ day }: MapPoints, today: number): Labelled {
  return {
    labels: [...ages.map(({ label }) => label), noDate],
    placeOf: (point) => {
      const created = day[point] ?? 0
      return created === 0 ? ages.length : ages.findIndex(({ days }) => today - created <= days)
    },
  }
}
