// What the two directions of an order mean to a person: "ascending" means something else for names, figures and dates.
import type { Column, Sort } from './columns'

export type OrderWords = Readonly<Record<Sort['direction'], string>>

const ofWords: OrderWords = { ascending: 'A to Z', descending: 'Z to A' }
export const ofFigures: OrderWords = { ascending: 'lowest first', descending: 'highest first' }
export const ofDates: OrderWords = { ascending: 'oldest first', descending: 'newest first' }
export const ofCounts: OrderWords = { ascending: 'fewest first', descending: 'most first' }

type Sorted = Pick<Column<never>, 'heading' | 'sortName' | 'orderWords'>

export const orderWords = ({ orderWords: words = ofWords }: Sorted): OrderWords => words

export const sortName = ({ heading, sortName: name = heading }: Sorted): string => name

/** "Combined score, highest first". */
export const orderText = (column: Sorted, { direction }: Pick<Sort, 'direction'>): string =>
  `${sortName(column)}, ${orderWords(column)[direction]}`
