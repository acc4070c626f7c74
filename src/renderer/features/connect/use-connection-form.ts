import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Connection, type ConnectionTest } from '../../../contract/features/environments'
import { useEnvironments } from '../../app/workspace'
import { client } from '../../client/bridge'
import { useTypedValues } from '../../ui/typed-values'
import { useTask } from '../../ui/use-task'
import { asAppError } from '../../ui/words'
import {
  type ConnectionValues,
  checkForSaving,
  checkForTest,
  type Problems,
  problemsOf,
  problemsOfTest,
} from './connection-form'

const EnvironmentChoice = Connection.shape.environment

export const environmentChoices = EnvironmentChoice.options

export function useConnectionForm() {
  const [search] = useSearchParams()
  const { environments } = useEnvironments()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const token = useRef<HTMLInputElement>(null)
  const environment = useRef<HTMLSelectElement>(null)
  /** Whoever comes here for an environment has chosen it already. */
  const isFocusWanted = useRef(search.get('environment') !== null)
  // Whoever has not is asked for that first.
  useEffect(() => {
    if (!isFocusWanted.current) environment.current?.focus()
  }, [])
  const testing = useTask()
  const saving = useTask()

  const ofEnvironment = (name: string) => environments.find((environment) => environment.name === name)
  const addressOf = (name: string) => ofEnvironment(name)?.baseAddress ?? ''

  const typed = useTypedValues<ConnectionValues>('connect')
  const [values, setValues] = useState<ConnectionValues>(() => {
    const left = typed.read()
    const wanted = search.get('environment')
    if (left !== null && (wanted === null || wanted === left.environment)) return left
    const environment = EnvironmentChoice.catch('staging').parse(wanted)
    return { environment, baseAddress: addressOf(environment), workspaceName: '', organisationId: '', workspaceId: '' }
  })
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<ConnectionTest | null>(null)
  // What the last try found. Its identity changes with each try, so the focus moves again when nothing was mended.
  const [refused, setRefused] = useState<Problems>({})

  useEffect(() => {
    const isRefused = Object.keys(refused).length > 0
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  function refuse(found: Problems) {
    setProblems(found)
    setRefused(found)
  }

  function change(changes: Partial<ConnectionValues>) {
    const next = { ...values, ...changes }
    setValues(next)
    typed.keep(next)
    setResult(null)
    const still = Object.entries(problems).filter(([name]) => !(name in changes))
    setProblems(Object.fromEntries(still))
  }

  /** Where typing goes on. */
  function focusFirstEmpty() {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input') ?? []
    const empty = [...fields].find(({ value }) => value.trim() === '')
    empty?.focus()
  }

  // Drawn with what the environment brought along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each choice of an environment
  useEffect(() => {
    if (isFocusWanted.current) focusFirstEmpty()
    isFocusWanted.current = false
  }, [values.environment])

  function changeEnvironment(environment: ConnectionValues['environment'], by: 'pointer' | 'keyboard') {
    const isUntouched = values.baseAddress.trim() === '' || values.baseAddress === addressOf(values.environment)
    change({ environment, ...(isUntouched ? { baseAddress: addressOf(environment) } : {}) })
    // Those who move through the choices with the arrow keys are not there yet.
    if (by === 'pointer') isFocusWanted.current = true
  }

  function changeToken() {
    setResult(null)
    setProblems(({ token: _, ...others }) => others)
  }

  async function test() {
    const checked = checkForTest(values, token.current?.value ?? '')
    setResult(null)
    if (!checked.ok) return refuse(checked.problems)
    setProblems({})
    await testing.run(async () => {
      const found = await client.environments.testConnection(checked.input)
      const ofFields = problemsOfTest(found)
      if (ofFields === null) setResult(found)
      else refuse(ofFields)
    })
  }

  async function save() {
    const needsToken = ofEnvironment(values.environment)?.workspaces.length === 0
    const checked = checkForSaving(values, token.current?.value ?? '', { needsToken })
    if (!checked.ok) return refuse(checked.problems)
    setProblems({})
    const isSaved = await saving.run(async () => {
      try {
        await client.environments.connect(checked.input)
      } catch (error) {
        refuse(problemsOf(asAppError(error)))
        throw error
      }
    })
    if (!isSaved) return
    typed.drop()
    if (token.current) token.current.value = ''
    await queryClient.invalidateQueries({ queryKey: ['environments'] })
    await navigate('/insights')
  }

  const isOnField = (error: typeof saving.error) => error !== null && Object.keys(problemsOf(error)).length > 0
  const formError = saving.error ?? testing.error

  return {
    values,
    problems,
    result,
    form,
    token,
    environment,
    change,
    changeEnvironment,
    changeToken,
    test,
    save,
    isTesting: testing.isRunning,
    isSaving: saving.isRunning,
    error: isOnField(formError) ? null : formError,
    hasOtherWorkspaces: (ofEnvironment(values.environment)?.workspaces.length ?? 0) > 0,
  }
}
