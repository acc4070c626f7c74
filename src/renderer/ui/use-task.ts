// One piece of work that a button starts. Not a mutation of the query library: that keeps what was sent in its cache,
// and an access token must not stay anywhere in the page.
import { useState } from 'react'
import type { AppError } from '../../contract/errors'
import { asAppError } from './words'

export interface Task {
  readonly isRunning: boolean
  readonly error: AppError | null
  /** Resolves to whether it went well; never rejects. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

export function useTask(): Task {
  const [state, setState] = useState<{ isRunning: boolean; error: AppError | null }>({ isRunning: false, error: null })
  return {
    ...state,
    async run(work) {
      setState({ isRunning: true, error: null })
      try {
        await work()
        setState({ isRunning: false, error: null })
        return true
      } catch (error) {
        setState({ isRunning: false, error: asAppError(error) })
        return false
      }
    },
  }
}
