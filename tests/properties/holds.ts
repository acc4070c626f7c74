// Properties: what must be true of every input, tried on generated ones. Each is a round trip or a comparison with a
// model that is slow and obvious. `npm test` tries the same 2,000 cases of each every time; `npm run test:fuzz` tries
// 100,000 others, and prints how many it tried of each. A property that fails is reported with its seed and with the smallest input that breaks it.
import fc from 'fast-check'
import { test } from 'vitest'

const cases = Number(process.env.PROPERTY_CASES ?? 2000)

/** Cases that take as long as the slowest machine needs for them, at a millisecond each, and a start. */
const timeoutMs = (runs: number, msEach: number) => 30_000 + runs * msEach * 10

interface Effort {
  /** One case of a property that is dear to try counts for so many. */
  readonly costs?: number
}

/** A test that `check` throws for no values of these. */
export function holds<Values extends [unknown, ...unknown[]]>(
  title: string,
  values: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void | Promise<void>,
  { costs = 1 }: Effort = {},
): void {
  const runs = Math.max(1, Math.floor(cases / costs))
  const shown = process.env.PROPERTY_CASES === undefined ? title : `${title} (${runs.toLocaleString('en')} cases)`
  test(shown, { timeout: timeoutMs(runs, costs) }, async () => {
    const property = fc.asyncProperty<Values>(...values, async (...generated) => check(...generated))
    await fc.assert(property, { numRuns: runs })
  })
}

/** Text with everything that has ever mattered to a parser, more often than chance would bring it. */
export const roughText = (maxLength = 40): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
        { weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
        { weight: 3, arbitrary: fc.constantFrom(...' \t\n\r\0"\'\\/;,|<>&=+-@`*_[](){}#!:.%～＝＋－＠') },
        fc.constantFrom(
          '\ud800',
          '\udfff',
          '\ufeff',
          '\u2028',
          '\u202e',
          '👩‍🚒',
          'é',
          'ﬀ',
          'İ',
          '電池',
          '\r\n',
          '__proto__',
        ),
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))

/**
 * Names of members. None is a backslash alone: once an object had one, the JSON.parse of Node 24 takes every escaped name of
 * one character in its place for a backslash. No record of the contract has so short a name.
 */
export const roughName = (maxLength: number): fc.Arbitrary<string> =>
  roughText(maxLength).filter((name) => name !== '\\')

/** JSON values with rough texts, and names that objects inherit. */
export const roughJson = (maxDepth = 4): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth, depthIdentifier: 'json' },
      fc.oneof(fc.constantFrom(null, true, false, 0, -1.5e300), fc.double({ noNaN: true }), roughText(4)),
      fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'json' }),
      fc
        .array(
          fc.tuple(fc.oneof(roughName(3), fc.constantFrom('id', 'data', '__proto__', 'constructor')), tie('value')),
          {
            maxLength: 4,
            depthIdentifier: 'json',
          },
        )
        .map((entries) => Object.fromEntries(entries)),
    ),
  })).value
