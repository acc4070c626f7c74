import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { CheckStep, ConnectionCheck } from '../../../contract/features/network'
import type { EnvironmentName } from '../../../contract/workspace'
import { client, onEvent } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { asAppError } from '../../ui/words'
import { resultText } from './settings-words'

interface Running {
  readonly checkId: string
  readonly controller: AbortController
}

interface ConnectionCheckState {
  readonly isRunning: boolean
  /** In order of their start, as they arrive. */
  readonly steps: readonly CheckStep[]
  readonly check: ConnectionCheck | null
  readonly error: AppError | null
  readonly start: (environment: EnvironmentName) => Promise<void>
  readonly cancel: () => void
}

function withStep(steps: readonly CheckStep[], step: CheckStep): readonly CheckStep[] {
  const isKnown = steps.some(({ name }) => name === step.name)
  return isKnown ? steps.map((each) => (each.name === step.name ? step : each)) : [...steps, step]
}

export function useConnectionCheck(): ConnectionCheckState {
  const [isRunning, setIsRunning] = useState(false)
  const [steps, setSteps] = useState<readonly CheckStep[]>([])
  const [check, setCheck] = useState<ConnectionCheck | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const latest = useRef<Running | null>(null)

  useEffect(
    () =>
      onEvent('network.step', ({ checkId, step }) => {
        if (checkId === latest.current?.checkId) setSteps((before) => withStep(before, step))
      }),
    [],
  )
  useEffect(() => () => latest.current?.controller.abort(), [])

  const end = () => {
    latest.current = null
    setIsRunning(false)
  }

  return {
    isRunning,
    steps,
    check,
    error,
    async start(environment) {
      latest.current?.controller.abort()
      const next = { checkId: crypto.randomUUID(), controller: new AbortController() }
      latest.current = next
      setIsRunning(true)
      setSteps([])
      setCheck(null)
      setError(null)
      try {
        const { checkId, controller } = next
        const found = await client.network.check({ environment, checkId }, { signal: controller.signal })
        if (latest.current !== next) return
        end()
        setSteps(found.steps)
        setCheck(found)
        announce(resultText(found))
      } catch (failure) {
        if (latest.current !== next) return
        end()
        setSteps([])
        setError(asAppError(failure))
      }
    },
    cancel() {
      latest.current?.controller.abort()
      end()
      // A running step would never end.
      setSteps([])
      announce('Check cancelled')
    },
  }
}
