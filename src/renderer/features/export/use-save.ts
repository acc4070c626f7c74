import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { ExportRequest } from '../../../contract/features/export'
import { client, onEvent } from '../../client/bridge'
import { announce } from '../../ui/announce'

export interface Progress {
  readonly written: number
  readonly total: number
}

interface Running {
  readonly request: ExportRequest
  readonly controller: AbortController
}

export function useSave(onSaved: (exportId: string, items: number) => void) {
  /** null: the person is still choosing the file. */
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<Running | null>(null)
  const { mutate, reset, isPending, error } = useMutation<{ saved: boolean; items: number }, AppError, Running>({
    mutationFn: ({ request, controller }) => client.export.save(request, { signal: controller.signal }),
  })

  useEffect(
    () =>
      onEvent('export.progress', ({ exportId, written, total }) => {
        if (exportId === running.current?.request.exportId) setProgress({ written, total })
      }),
    [],
  )
  useEffect(() => () => running.current?.controller.abort(), [])

  const end = () => {
    running.current = null
    setProgress(null)
  }

  return {
    isSaving: isPending,
    progress,
    error,
    start(request: Omit<ExportRequest, 'exportId'>) {
      const exportId = crypto.randomUUID()
      running.current = { request: { ...request, exportId }, controller: new AbortController() }
      mutate(running.current, { onSettled: end, onSuccess: ({ saved, items }) => saved && onSaved(exportId, items) })
    },
    /** false: nothing was running. */
    cancel(): boolean {
      if (running.current === null) return false
      running.current.controller.abort()
      reset()
      end()
      announce('Export cancelled')
      return true
    },
  }
}
