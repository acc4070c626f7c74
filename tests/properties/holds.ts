// Properties that must hold for every input, tried on generated ones. Each is a round trip or a comparison with a slow,
// obvious model. `npm test` always tries the same 1,000 cases of each; `npm run test:fuzz` tries 100,000 others and prints
// the number. A failing property is reported with its seed and the smallest input that breaks it.
import fc from 'fast-check'
import { test } from 'vitest'

const cases = Number(process.env.PROPERTY_CASES ?? 1000)

/** Time for the slowest computer: the limit of any test, and ten times `msEach` for each case. */
const timeoutMs = (runs: number, msEach: number) => 300_000 + runs * msEach * 10

interface Effort {
  /** Number of cases that one case of an expensive property counts for. */
  readonly costs?: number
  /** Milliseconds that a case takes at most on a usual computer. */
  readonly msEach?: number
}

/** Tests that `check` throws for none of these values. */
export function holds<Values extends [unknown, ...unknown[]]>(
  title: string,
  values: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void | Promise<void>,
  { costs = 1, msEach = costs }: Effort = {},
): void {
  const runs = Math.max(1, Math.floor(cases / costs))
  const shown = process.env.PROPERTY_CASES === undefined ? title : `${title} (${runs.toLocaleString('en')} cases)`
  test(shown, { timeout: timeoutMs(runs, msEach) }, async () => {
    const property = fc.asyncProperty<Values>(...values, async (...generated) => check(...generated))
    await fc.assert(property, { numRuns: runs })
  })
}

/** Text with characters that matter to parsers, more often than by chance. */
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
 * Names of members, none of which is a single backslash: after an object with that name, the JSON.parse of Node 24 reads
 * every escaped name of one character in its place as a backslash. No record of the contract has so short a name.
 */
export const roughName = (maxLength: number): fc.Arbitrary<string> =>
  roughText(maxLength).filter((name) => name !== '\\')

/** JSON values with rough texts and with names that objects inherit. */
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
