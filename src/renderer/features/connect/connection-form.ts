// The connect form. Its schema and texts are the contract's; rejected values show an error on their field.
import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'
import { appApi } from '../../../contract/app'
import { AppError, type ErrorCode } from '../../../contract/errors'
import { Connection, type ConnectionTest } from '../../../contract/features/environments'
import { Uuid } from '../../../contract/resources/formats'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironments } from '../../client/workspace'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'
import { useTypedValues } from '../../ui/typed-values'
import { wordsFor } from '../../ui/words'

/** All values but the token, which stays in its field. */
export interface ConnectionValues {
  readonly environment: Connection['environment']
  readonly baseAddress: string
  readonly workspaceName: string
  readonly organisationId: string
  readonly workspaceId: string
}

const NewConnection = appApi.environments.connect.input

export const environmentChoices = Connection.shape.environment.options

/** The field that each error code belongs to. */
const fieldOfCode: Partial<Record<ErrorCode, keyof typeof NewConnection.shape>> = {
  ADDRESS_INVALID: 'baseAddress',
  TOKEN_MISSING: 'token',
  UNAUTHENTICATED: 'token',
  TOKEN_UNSTORABLE: 'token',
}

function problemsOf(error: AppError): FormErrors {
  const named = refusedFields(error, Object.keys(NewConnection.shape))
  const field = fieldOfCode[error.code]
  if (Object.keys(named).length > 0 || field === undefined) return named
  return { [field]: error.message || wordsFor(error).text }
}

const isOfTheForm: ReadonlySet<ErrorCode> = new Set(['ADDRESS_INVALID', 'INVALID_INPUT', 'TOKEN_MISSING'])

/** Problems found before any request to the service are shown on their field only. */
function problemsOfTest(result: ConnectionTest): FormErrors {
  if (result.outcome !== 'failed' || !isOfTheForm.has(result.code)) return {}
  const { code, message, fields } = result
  return problemsOf(new AppError(code, message, { fields }))
}

const isEmpty = (errors: FormErrors) => Object.keys(errors).length === 0

/** Hint shown below an id while it is typed; null: the id is fine. */
export function idHint(id: string): string | null {
  return id.trim() === '' || Uuid.safeParse(id.trim()).success
    ? null
    : 'Not a UUID. You can read with any ID, but creating insights requires UUIDs.'
}

export function useConnectionForm() {
  const [search] = useSearchParams()
  const { environments } = useEnvironments()
  const navigate = useNavigate()
  const token = useRef<HTMLInputElement>(null)

  const ofEnvironment = (name: string) => environments.find((environment) => environment.name === name)
  const addressOf = (name: string) => ofEnvironment(name)?.baseAddress ?? ''
  const needsToken = (name: string) => ofEnvironment(name)?.workspaces.length === 0

  const typed = useTypedValues<ConnectionValues>('connect')
  const wanted = search.get('environment')
  const begun = (): ConnectionValues => {
    const left = typed.read()
    if (left !== null && (wanted === null || wanted === left.environment)) return left
    const environment = Connection.shape.environment.catch('staging').parse(wanted)
    return { environment, baseAddress: addressOf(environment), workspaceName: '', organisationId: '', workspaceId: '' }
  }

  const withToken = <Values extends Partial<ConnectionValues>>(values: Values, isNeeded = false) => {
    const text = token.current?.value ?? ''
    return text.trim() === '' && !isNeeded ? values : { ...values, token: text }
  }
  const form = useForm<ConnectionValues>({
    initialValues: begun(),
    validate: (values) =>
      schemaResolver(NewConnection, { sync: true })(withToken(values, needsToken(values.environment))),
    onValuesChange(values) {
      typed.keep(values)
      forgetAnswers()
    },
  })

  const testing = useMutation({
    ...mutationOptionsFor('environments', 'testConnection'),
    onMutate(): void {
      if (!saving.isPending) saving.reset()
    },
    onSuccess: (result) => showErrors(form, problemsOfTest(result)),
  })
  const saving = useMutation({
    ...mutationOptionsFor('environments', 'connect'),
    onMutate(): void {
      if (!testing.isPending) testing.reset()
    },
    onSuccess() {
      typed.drop()
      if (token.current) token.current.value = ''
    },
    onError: (error) => showErrors(form, problemsOf(error)),
  })

  /** Results of a test say nothing about other values. */
  function forgetAnswers() {
    if (!testing.isPending) testing.reset()
    if (!saving.isPending) saving.reset()
  }

  function changeEnvironment(environment: ConnectionValues['environment'], by: 'pointer' | 'keyboard') {
    const { baseAddress, environment: before } = form.getValues()
    const isUntouched = baseAddress.trim() === '' || baseAddress === addressOf(before)
    // Rendered before the focus moves.
    flushSync(() => form.setValues({ environment, ...(isUntouched ? { baseAddress: addressOf(environment) } : {}) }))
    // With the arrow keys, the person may still be choosing.
    if (by === 'pointer') form.getInputNode(firstEmpty(form.getValues()) ?? 'token')?.focus()
  }

  function test() {
    const { workspaceName: _, ...values } = form.getValues()
    const connection = Connection.safeParse(withToken(values))
    if (connection.success) testing.mutate(connection.data)
    else showErrors(form, schemaResolver(Connection, { sync: true })(withToken(values)))
  }

  const save = form.onSubmit(
    (values) => saving.mutate(NewConnection.parse(withToken(values)), { onSuccess: () => navigate('/insights') }),
    focusFirstError(form),
  )

  const error = saving.error ?? testing.error
  const result = testing.data ?? null
  return {
    form,
    token,
    /** The field that has the focus at first. */
    first: wanted === null ? 'environment' : firstEmpty(form.getInitialValues()),
    /** The address names another environment, which a menu chose since. */
    isForOtherEnvironment: () => wanted !== null && wanted !== form.getValues().environment,
    changeEnvironment,
    changeToken() {
      form.clearFieldError('token')
      forgetAnswers()
    },
    test,
    save,
    result: result !== null && isEmpty(problemsOfTest(result)) ? result : null,
    isTesting: testing.isPending,
    isSaving: saving.isPending,
    error: error !== null && isEmpty(problemsOf(error)) ? error : null,
    hasOtherWorkspaces: !needsToken(form.values.environment),
  }
}

function firstEmpty(values: ConnectionValues): keyof ConnectionValues | null {
  const names = ['baseAddress', 'workspaceName', 'organisationId', 'workspaceId'] as const
  return names.find((name) => values[name].trim() === '') ?? null
}
