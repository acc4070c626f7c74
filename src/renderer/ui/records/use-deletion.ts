import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import { confirmationOf, type DeleteResult } from '../../../contract/features/listing'
import { useEnvironment } from '../../app/workspace'
import { notifyInView } from '../notify'
import { useIsHere } from '../use-is-here'
import { usePlaceElsewhere } from '../use-place-elsewhere'
import { useTask } from '../use-task'
import { asAppError } from '../words'
import { type DeletableKind, deletedWords, isConfirmedBy } from './deletion-words'

interface DeletionOptions {
  readonly kind: DeletableKind
  readonly title: string | null
  readonly id: string
  /** `confirmation`: what `confirmationOf` asks for, typed in production; null elsewhere. */
  readonly onDelete: (confirmation: string | null) => Promise<DeleteResult>
  /** It is gone, and a notice has said so. */
  readonly onDeleted: () => void
}

export interface Deletion {
  /** What has to be typed first; null where nothing has to. */
  readonly asked: ReturnType<typeof confirmationOf> | null
  readonly typed: string
  readonly setTyped: (text: string) => void
  readonly isLocked: boolean
  readonly isRunning: boolean
  readonly error: AppError | null
  readonly canDelete: boolean
  readonly run: () => void
}

/** One deletion under way at a time. A service that had it no more counts as done, which is what was wanted. */
export function useDeletion({ kind, title, id, onDelete, onDeleted }: DeletionOptions): Deletion {
  const { name, isLocked } = useEnvironment()
  const [typed, setTyped] = useState('')
  const task = useTask()
  const isHere = useIsHere()
  const placeElsewhere = usePlaceElsewhere()
  const expected = confirmationOf(title, id)
  const asked = name === 'production' ? expected : null
  const canDelete = !isLocked && !task.isRunning && id !== '' && (asked === null || isConfirmedBy(typed, asked.text))

  const remove = async () => {
    let result: DeleteResult = { state: 'already-gone' }
    try {
      result = await onDelete(asked?.text ?? null)
    } catch (error) {
      if (asAppError(error).code !== 'NOT_FOUND') throw error
    }
    notifyInView(deletedWords(kind, result), 'green', placeElsewhere())
    if (isHere.current) onDeleted()
  }

  return {
    asked,
    typed,
    setTyped,
    isLocked,
    isRunning: task.isRunning,
    error: task.error,
    canDelete,
    run: () => {
      if (canDelete) void task.run(remove)
    },
  }
}
