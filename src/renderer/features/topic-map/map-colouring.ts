// The colours of the points: one of a few categories for each point, in a stable order.
import { hiddenContent, insightTypes, typeWord } from '../../../contract/features/record-words'
import {
  type MapPoints,
  mostOpportunities,
  noOpportunity,
  otherOpportunity,
} from '../../../contract/features/topic-map'
import { shownTitle } from '../../records/record-words'

export const colourings = ['type', 'opportunity', 'age'] as const
export type Colouring = (typeof colourings)[number]
export const colouringWords: Readonly<Record<Colouring, string>> = {
  type: 'Type',
  opportunity: 'Opportunity',
  age: 'Age',
}

export interface Category {
  /** Stays when a sync puts the category in another place. */
  readonly id: string
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
  { label: 'Over a year', days: Number.POSITIVE_INFINITY },
] as const
const noDate = 'No date'

/** Types with a colour of their own; all other types share the last category. */
const mostTypes = 6

/** @param today in days since 1970 */
export function coloured(points: MapPoints, by: Colouring, today: number): Coloured {
  const { named, placeOf } = {
    type: typesOf,
    opportunity: opportunitiesOf,
    age: (each: MapPoints) => agesOf(each, today),
  }[by](points)
  const counts = named.map(() => 0)
  const of = Uint8Array.from(points.insights, (_, point) => {
    const place = placeOf(point)
    counts[place] = (counts[place] ?? 0) + 1
    return place
  })
  return { categories: named.map((each, place) => ({ ...each, count: counts[place] ?? 0 })), of }
}

interface Labelled {
  readonly named: readonly Omit<Category, 'count'>[]
  readonly placeOf: (point: number) => number
}

/** No type or opportunity has these ids. */
const [otherId, noneId] = [' other', ' none']

/** Known types have fixed places, and thus fixed colours, in every map. */
function typesOf({ types, type }: MapPoints): Labelled {
  const unknown = types.filter((each) => !insightTypes.some((known) => known === each))
  const shown = [...insightTypes, ...unknown].slice(0, mostTypes)
  const places = types.map((each) => shown.indexOf(each)).map((place) => (place < 0 ? mostTypes : place))
  return {
    named: [
      ...shown.map((id) => ({ id, label: typeWord(id) })),
      ...(places.includes(mostTypes) ? [{ id: otherId, label: 'Other types' }] : []),
    ],
    placeOf: (point) => places[type[point] ?? 0] ?? mostTypes,
  }
}

function opportunitiesOf({ opportunities, opportunity }: MapPoints): Labelled {
  const shown = opportunities.slice(0, mostOpportunities)
  return {
    named: [
      ...shown.map((one) => ({ id: one.id, label: one.hideContent ? hiddenContent : shownTitle(one) })),
      { id: otherId, label: 'Other opportunities' },
      { id: noneId, label: 'No opportunity' },
    ],
    placeOf: (point) => {
      const place = opportunity[point] ?? noOpportunity
      if (place === otherOpportunity) return shown.length
      return place === noOpportunity ? shown.length + 1 : Math.min(place, shown.length)
    },
  }
}

function agesOf({ day }: MapPoints, today: number): Labelled {
  return {
    named: [...ages.map(({ label }) => label), noDate].map((label) => ({ id: label, label })),
    placeOf: (point) => {
      const created = day[point] ?? 0
      return created === 0 ? ages.length : ages.findIndex(({ days }) => today - created <= days)
    },
  }
}
