// The connect form as values and words. The contract decides what is acceptable; what is said about each field is here.
import type { z } from 'zod'
import { type AppApi, appApi } from '../../../contract/app'
import { AppError, type ErrorCode } from '../../../contract/errors'
import {
  type Connection,
  Connection as ConnectionShape,
  type ConnectionTest,
} from '../../../contract/features/environments'
import { Uuid } from '../../../contract/resources/formats'
import { wordsFor } from '../../ui/words'

export interface ConnectionValues {
  readonly environment: Connection['environment']
  readonly baseAddress: string
  readonly workspaceName: string
  readonly organisationId: string
  readonly workspaceId: string
}

const fieldNames = ['environment', 'baseAddress', 'workspaceName', 'organisationId', 'workspaceId', 'token'] as const

type FieldName = (typeof fieldNames)[number]
export type Problems = Partial<Record<FieldName, string>>

const missing: Readonly<Record<FieldName, string>> = {
  environment: 'Choose an environment.',
  baseAddress: 'Enter the base address of the service.',
  workspaceName: 'Enter a workspace name.',
  organisationId: 'Enter the organisation id.',
  workspaceId: 'Enter the workspace id.',
  token: 'Enter an access token.',
}

const isField = (name: unknown): name is FieldName => (fieldNames as readonly unknown[]).includes(name)

type Checked<T> = { readonly ok: true; readonly input: T } | { readonly ok: false; readonly problems: Problems }

function check<T>(shape: z.ZodType<T>, candidate: Record<string, unknown>): Checked<T> {
  const result = shape.safeParse(candidate)
  if (result.success) return { ok: true, input: result.data }
  const problems: Problems = {}
  for (const { path, message } of result.error.issues) {
    const [name] = path
    if (!isField(name) || problems[name] !== undefined) continue
    const isEmpty = String(candidate[name] ?? '').trim() === ''
    problems[name] = isEmpty ? missing[name] : message
  }
  return { ok: false, problems }
}

const withToken = (token: string) => (token.trim() === '' ? {} : { token })

/** What *test connection* needs: everything but the name. */
export function checkForTest({ workspaceName: _, ...values }: ConnectionValues, token: string): Checked<Connection> {
  return check(ConnectionShape, { ...values, ...withToken(token) })
}

type ConnectInput = z.output<AppApi['environments']['connect']['input']>

export function checkForSaving(
  values: ConnectionValues,
  token: string,
  { needsToken }: { readonly needsToken: boolean },
): Checked<ConnectInput> {
  const checked = check<ConnectInput>(appApi.environments.connect.input, { ...values, ...withToken(token) })
  if (!needsToken || token.trim() !== '') return checked
  return { ok: false, problems: { ...(checked.ok ? {} : checked.problems), token: missing.token } }
}

/** The field that a failure is about, by its code. */
const fieldOfCode: Partial<Record<ErrorCode, FieldName>> = {
  ADDRESS_INVALID: 'baseAddress',
  TOKEN_MISSING: 'token',
  UNAUTHENTICATED: 'token',
  TOKEN_UNSTORABLE: 'token',
}

const isOfTheForm: ReadonlySet<ErrorCode> = new Set(['ADDRESS_INVALID', 'INVALID_INPUT', 'TOKEN_MISSING'])

/** What main refused, put on the fields it is about; empty when it is about none. */
export function problemsOf(error: AppError): Problems {
  const named = (error.report.fields ?? []).flatMap(({ path, message }) => {
    const name = path.find(isField)
    return name === undefined ? [] : [[name, message] as const]
  })
  if (named.length > 0) return Object.fromEntries(named)
  const field = fieldOfCode[error.code]
  return field === undefined ? {} : { [field]: error.message || wordsFor(error).text }
}

/** What was found before anything was asked of the service is said at its field alone; null: there is a result to show. */
export function problemsOfTest(result: ConnectionTest): Problems | null {
  if (result.outcome !== 'failed' || !isOfTheForm.has(result.code)) return null
  const { code, message, fields } = result
  const problems = problemsOf(new AppError(code, message, { fields }))
  return Object.keys(problems).length === 0 ? null : problems
}

/** Said below an id while it is typed; null when there is nothing to say. */
export function idHint(id: string): string | null {
  return id.trim() === '' || Uuid.safeParse(id.trim()).success
    ? null
    : 'Not a UUID. You can read with any id, but creating insights requires UUIDs.'
}
