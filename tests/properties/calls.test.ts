// Calls of the page: valid input reaches its handler as it was sent, and nothing else does.
import fc from 'fast-check'
import { afterEach, describe, expect } from 'vitest'
import { z } from 'zod'
import { appApi } from '../../src/contract/app'
import type { Call } from '../../src/contract/call'
import { createDispatch } from '../../src/main/ipc/dispatch'
import type { Handlers } from '../../src/main/ipc/handlers'
import { holds, roughJson, roughText } from './holds'

interface Schema {
  readonly type?: string
  readonly [keyword: string]: unknown
}

const uuid = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a01'
const idle = fc.constantFrom(null)

/** Values of a JSON schema. Parsing removes those that rules beyond the schema refuse. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const inner = (member: unknown) => valuesOf(member as Schema)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (Array.isArray(either)) return fc.oneof(...either.map(inner))
  if (schema.type === 'array') {
    const most = Math.min(4, Number(schema.maxItems ?? 4))
    const items = Array.isArray(schema.prefixItems) ? fc.tuple(...schema.prefixItems.map(inner)) : undefined
    return (
      items ??
      fc.array(inner(schema.items), { minLength: Math.min(most, Number(schema.minItems ?? 0)), maxLength: most })
    )
  }
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    const requiredKeys = (schema.required ?? []) as string[]
    if (properties.length === 0 && schema.additionalProperties) {
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), inner(schema.additionalProperties), {
        maxKeys: 3,
      })
    }
    return fc.record(Object.fromEntries(properties.map(([name, member]) => [name, inner(member)])), {
      requiredKeys,
      noNullPrototype: true,
    })
  }
  if (schema.type === 'string') {
    if (schema.format === 'uuid') return fc.oneof(fc.uuid(), fc.constant(uuid))
    if (schema.format === 'date-time') return fc.constant('2025-06-01T12:00:00.000Z')
    return fc
      .string({ minLength: Number(schema.minLength ?? 0), maxLength: Math.min(30, Number(schema.maxLength ?? 30)) })
      .map((text) => text.trim())
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const min = Math.max(-100, Number(schema.minimum ?? schema.exclusiveMinimum ?? -100))
    const max = Math.max(min, Math.min(200, Number(schema.maximum ?? 200)))
    return schema.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return idle
  return roughJson(2)
}

const calls = Object.entries(appApi).flatMap(([feature, methods]) =>
  Object.entries(methods as Readonly<Record<string, Call>>).map(([method, call]) => {
    const valuesFor = (side: z.ZodType, io: 'input' | 'output') => {
      const schema = z.toJSONSchema(side, { io, unrepresentable: 'any', reused: 'inline', target: 'draft-2020-12' })
      return valuesOf(schema as Schema)
    }
    return {
      name: `${feature}.${method}`,
      call,
      inputs: valuesFor(call.input, 'input'),
      outputs: valuesFor(call.output, 'output'),
    }
  }),
)

const anyInput = fc.nat({ max: calls.length - 1 }).chain((at) => {
  const { name, call, inputs } = calls[at] as (typeof calls)[number]
  return inputs.map((input) => ({ name, call, input }))
})

const anyOutput = fc.nat({ max: calls.length - 1 }).chain((at) => {
  const { name, call, inputs, outputs } = calls[at] as (typeof calls)[number]
  return fc.tuple(inputs, outputs).map(([input, output]) => ({ name, call, input, output }))
})

/** Runs one call; `reached` lists the inputs of its handler. */
async function play(name: string, input: unknown, reply: (input: unknown) => unknown = () => null) {
  const reached: unknown[] = []
  const handlers = Object.fromEntries(
    Object.entries(appApi).map(([feature, methods]) => [
      feature,
      Object.fromEntries(
        Object.keys(methods).map((method) => [
          method,
          async (given: unknown) => {
            reached.push(given)
            return reply(given)
          },
        ]),
      ),
    ]),
  ) as unknown as Handlers
  const dispatch = createDispatch({ handlers, assertUnlocked: () => undefined, log: { defect: () => 'log-id' } })
  const answer = await dispatch.run(1, { name, callId: 'c', input })
  return { reached, answer }
}

type Path = readonly (string | number)[]

/** Paths of all objects in a value. */
function objectsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [at]
  return [...own, ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...at, name]))]
}

/** Copies a value and adds a member to the object at that path. */
function withMember(value: unknown, at: Path, name: string, member: unknown): unknown {
  const copy = structuredClone(value)
  let target = copy as Record<string, unknown>
  for (const step of at) target = target[step] as Record<string, unknown>
  Object.defineProperty(target, name, { value: member, enumerable: true, configurable: true, writable: true })
  return copy
}

/** Whether the contract has a record at that path, whose members a person or the page names. */
function isRecordAt(schema: unknown, [step, ...rest]: Path): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return isRecordAt(schema.unwrap(), step === undefined ? [] : [step, ...rest])
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.some((option) => isRecordAt(option, step === undefined ? [] : [step, ...rest]))
  }
  if (step === undefined) return schema instanceof z.ZodRecord
  if (schema instanceof z.ZodObject) return isRecordAt(schema.shape[step], rest)
  if (schema instanceof z.ZodArray) return isRecordAt(schema.element, rest)
  return schema instanceof z.ZodRecord && isRecordAt(schema.valueType, rest)
}

const isOpen = (call: Call, input: unknown) => call.input.safeParse(input).success

afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]))

describe('a call', () => {
  holds(
    'reaches its handler exactly when its input is valid, with the input as the contract parses it',
    [anyInput],
    async ({ name, call, input }) => {
      const parsed = call.input.safeParse(input)
      const { reached, answer } = await play(name, input)
      expect(reached).toEqual(parsed.success ? [parsed.data] : [])
      if (!parsed.success) expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    },
  )

  holds(
    'does not reach its handler with a member that the contract does not name, at any depth',
    [anyInput, fc.nat(), fc.constantFrom('canary-of-page', '__proto__', 'constructor', 'toString'), roughJson(1)],
    async ({ name, call, input }, which, key, member) => {
      const places = objectsIn(input)
      const place = places[which % places.length]
      if (place === undefined || !isOpen(call, input)) return
      const more = withMember(input, place, key, member)
      const { reached } = await play(name, more)
      const strict = call.input.safeParse(more)
      expect(reached).toEqual(strict.success ? [strict.data] : [])
      if (strict.success) expect(objectsIn(strict.data).length).toBeGreaterThan(0)
      if (!isRecordAt(call.input, place)) expect(JSON.stringify(reached)).not.toContain('canary-of-page')
      if (place.length === 0) expect(reached).toEqual([])
    },
  )

  holds(
    'with arbitrary input is either valid or refused, without a crash or a leaked stack trace',
    [
      fc.constantFrom(...calls),
      fc.anything({
        withMap: true,
        withSet: true,
        withBigInt: true,
        withDate: true,
        withTypedArray: true,
        withSparseArray: true,
        maxDepth: 3,
      }),
    ],
    async ({ name, call }, input) => {
      const { reached, answer } = await play(name, input)
      expect(reached.length).toBe(isOpen(call, input) ? 1 : 0)
      if (reached.length === 0) expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
      expect(() => structuredClone(answer)).not.toThrow()
      expect(JSON.stringify(answer)).not.toMatch(/"stack"|node_modules|\.ts\b/)
    },
  )

  holds(
    'with a cycle in its input is refused at the top level, and elsewhere refused or handled without the cycle',
    [anyInput, fc.nat()],
    async ({ name, call, input }, which) => {
      const copy = structuredClone(input)
      const places = objectsIn(copy)
      const place = places[which % places.length]
      if (place === undefined) return
      let target = copy as Record<string, unknown>
      for (const step of place) target = target[step] as Record<string, unknown>
      target.self = copy
      const { reached, answer } = await play(name, copy)
      const parsed = call.input.safeParse(copy)
      expect(reached).toEqual(parsed.success && place.length > 0 ? [parsed.data] : [])
      expect(() => JSON.stringify(reached)).not.toThrow()
      if (!parsed.success) expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    },
  )

  holds(
    'with a name that is not in the contract is refused as unknown, or as invalid over 100 characters',
    [
      fc.oneof(
        roughText(4),
        fc
          .tuple(
            fc.constantFrom('insights', 'shell', '__proto__', 'constructor'),
            fc.oneof(roughText(1), fc.constantFrom('keys', 'toString', 'name', 'prototype')),
          )
          .map((parts) => parts.join('.')),
      ),
    ],
    async (name) => {
      const known = calls.some((call) => call.name === name)
      const { reached, answer } = await play(name, {})
      if (known) return
      expect(reached).toEqual([])
      const code = name.length > 100 ? 'INVALID_INPUT' : 'UNKNOWN_CALL'
      expect(answer).toMatchObject({ ok: false, error: { code } })
    },
  )

  holds(
    'answers with output as the contract parses it, and with an internal error for invalid output',
    [anyOutput, fc.nat(), roughJson(1)],
    async ({ name, call, input, output }, which, member) => {
      if (!isOpen(call, input)) return
      const places = objectsIn(output)
      const place = places[which % places.length]
      const more = place === undefined ? output : withMember(output, place, 'canary-of-main', member)
      const parsed = call.output.safeParse(more)
      const { answer } = await play(name, input, () => more)
      if (parsed.success) expect(answer).toEqual({ ok: true, value: parsed.data })
      else expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
      const isStrict = place?.length === 0 && !isRecordAt(call.output, place)
      if (isStrict) expect(JSON.stringify(answer)).not.toContain('canary-of-main')
    },
  )
})
