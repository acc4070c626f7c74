import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { CheckStep, ConnectionCheck } from '../../../contract/features/network'
import type { EnvironmentName } from '../../../contract/workspace'
import { client, onEvent } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { resultText } from './settings-words'

interface Running {
  readonly environment: EnvironmentName
  readonly checkId: string
  readonly controller: AbortController
}

function withStep(steps: readonly CheckStep[], step: CheckStep): readonly CheckStep[] {
  const isKnown = steps.some(({ name }) => name === step.name)
  return isKnown ? steps.map((each) => (each.name === step.name ? step : each)) : [...steps, step]
}

export function useConnectionCheck() {
  const [steps, setSteps] = useState<readonly CheckStep[]>([])
  const running = useRef<Running | null>(null)
  const { mutate, reset, isPending, data, error } = useMutation<ConnectionCheck, AppError, Running>({
    mutationFn: ({ environment, checkId, controller }) =>
      client.network.check({ environment, checkId }, { signal: controller.signal }),
  })

  useEffect(
    () =>
      onEvent('network.step', ({ checkId, step }) => {
        if (checkId === running.current?.checkId) setSteps((before) => withStep(before, step))
      }),
    [],
  )
  useEffect(() => () => running.current?.controller.abort(), [])

  // A step that was running would never end.
  const end = () => {
    running.current = null
    setSteps([])
  }

  return {
    isRunning: isPending,
    /** In order of their start, as they arrive. */
    steps: data?.steps ?? steps,
    check: data ?? null,
    error,
    start(environment: EnvironmentName) {
      running.current?.controller.abort()
      running.current = { environment, checkId: crypto.randomUUID(), controller: new AbortController() }
      mutate(running.current, { onSettled: end, onSuccess: (found) => announce(resultText(found)) })
    },
    cancel() {
      running.current?.controller.abort()
      reset()
      end()
      announce('Check cancelled')
    },
  }
}
