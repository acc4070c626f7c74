// The smallest value that a JSON schema accepts, for calls whose input does not matter to the test.
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
}

const uuid = '11111111-1111-4111-8111-111111111111'

export function sampleOf(schema: object): unknown {
  const {
    type,
    anyOf,
    properties = {},
    required = [],
    items,
    minItems = 0,
    minimum = 0,
    format,
    ...rest
  } = schema as Schema
  if (rest.const !== undefined) return rest.const
  if (rest.enum !== undefined) return rest.enum[0]
  if (anyOf?.[0] !== undefined) return sampleOf(anyOf[0])
  switch (type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
    case 'array':
      return Array.from({ length: minItems }, () => sampleOf(items ?? {}))
    case 'string':
      return format === 'uuid' ? uuid : 'anything'
    case 'number':
    case 'integer':
      return minimum
    case 'boolean':
      return false
    default:
      return null
  }
}
