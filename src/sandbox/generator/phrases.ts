// Words of generated records. They are readable because people judge speed by looking at the lists, and because search
// needs words that occur often, seldom and once.
import { mixed } from './generated-ids'

const words = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/)

const parts = words(`
  Range display | Charging cable | Route planner | Lock alarm | Service booking | Dealer portal | Ride history |
  Assist level | Display brightness | Cargo rack | Battery lease | Family account | Firmware update | Brake pad |
  Theft tracker | Spoken navigation | Battery swap | Warranty form | Trip export | Lighting schedule`)

const findings = words(`
  stops responding | shows yesterday's value | asks for the same details twice | loses its settings | is hard to find |
  takes longer than a minute | contradicts the printed manual | works only on the second attempt |
  drains the battery overnight | is missing for older bikes | cannot be undone | sends the wrong notification |
  would save a trip to the dealer | should be shared with a partner | needs a plain explanation`)

const circumstances = words(`
  on cold mornings | after an update | with gloves on | on steep climbs | in a basement without signal |
  for riders with two bikes | during a longer holiday | right after a service | when two people ride together |
  on the way to work | in heavy rain | for cargo bikes | at the end of the month | while the bike is charging`)

const consequences = words(`
  Several people gave up and called support. | One dealer keeps a paper list to work around it. |
  Those who noticed say they ride less because of it. | Nobody was hurt, but two people turned back. |
  It came up in interviews without being asked for. | The wording in the app makes it worse. |
  A short explanation in the app was enough for most. | It is mentioned together with the price of the service plan. |
  People compare it with what their car does. | The older firmware did not have it.`)

const greetings = words(`
  Hello, | Hi team, | Second time I write about this: | Bought in spring, happy so far, but | Honestly, |
  For what it is worth: | My partner and I both noticed that | Quick question:`)

export const sources = words(`App review | Support ticket | Interview | Dealer report | Survey | Community forum`)

const pick = (list: readonly string[], bits: number) => list[bits % list.length] ?? ''

/** Builds a title from 32 bits. The number at its end lets a search find this title alone. */
export function titleFrom(bits: number, place: number): string {
  const finding = pick(findings, bits >>> 5)
  return `${pick(parts, bits)} ${finding} ${pick(circumstances, bits >>> 11)} (case ${place + 1})`
}

export function descriptionFrom(bits: number): string {
  const other = mixed(bits, 7)
  const what = `${pick(parts, bits)} ${pick(findings, bits >>> 5)} ${pick(circumstances, bits >>> 11)}.`
  return `${what} ${pick(consequences, other)} ${pick(consequences, other >>> 9)}`
}

export function quoteFrom(bits: number): string {
  const part = pick(parts, bits).toLowerCase()
  return `${pick(greetings, bits >>> 7)} the ${part} ${pick(findings, bits >>> 12)} ${pick(circumstances, bits >>> 17)}.`
}

/** Builds a short name, for the related records of every insight: they decide the size of a list. */
export const nameFrom = (bits: number): string => `${pick(parts, bits)} ${pick(findings, bits >>> 5)}`
export const consequenceFrom = (bits: number): string => pick(consequences, bits >>> 4)
export const phraseFrom = (bits: number): string => `${pick(parts, bits)} ${pick(circumstances, bits >>> 8)}`
