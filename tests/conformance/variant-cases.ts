import { type Variant, variantNames } from '../../src/sandbox/variants'

/** No variant, each alone, and all at once; each with its name for a title. */
export const variantCases: readonly (readonly [name: string, variants: readonly Variant[]])[] = [
  ['no variant', []],
  ...variantNames.map((name) => [name, [name]] as const),
  ['every variant', variantNames],
]
