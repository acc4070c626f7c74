import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { ExportRequest } from '../../../contract/features/export'
import { client, onEvent } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { asAppError } from '../../ui/words'

export interface Progress {
  readonly written: number
  readonly total: number
}

interface Saving {
  readonly exportId: string
  readonly controller: AbortController
}

interface Save {
  readonly isSaving: boolean
  /** null: the person is still choosing the file. */
  readonly progress: Progress | null
  readonly error: AppError | null
  readonly start: (request: Omit<ExportRequest, 'exportId'>) => Promise<void>
  /** false: nothing was running. */
  readonly cancel: () => boolean
}

/** @param onSaved also called after the dialog has closed */
export function useSave(onSaved: (exportId: string, items: number) => void): Save {
  const [isSaving, setIsSaving] = useState(false)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const latest = useRef<Saving | null>(null)

  useEffect(
    () =>
      onEvent('export.progress', ({ exportId, written, total }) => {
        if (exportId === latest.current?.exportId) setProgress({ written, total })
      }),
    [],
  )
  useEffect(() => () => latest.current?.controller.abort(), [])

  const end = () => {
    latest.current = null
    setIsSaving(false)
    setProgress(null)
  }

  return {
    isSaving,
    progress,
    error,
    async start(request) {
      const next = { exportId: crypto.randomUUID(), controller: new AbortController() }
      latest.current = next
      setIsSaving(true)
      setError(null)
      try {
        const { exportId, controller } = next
        const { saved, items } = await client.export.save({ ...request, exportId }, { signal: controller.signal })
        end()
        if (saved) onSaved(exportId, items)
      } catch (failure) {
        if (latest.current !== next) return
        end()
        const appError = asAppError(failure)
        if (appError.code !== 'CANCELLED') setError(appError)
      }
    },
    cancel() {
      if (latest.current === null) return false
      latest.current.controller.abort()
      end()
      announce('Export cancelled')
      return true
    },
  }
}
