// The insights are marked, but what the list says now could not be read: told in words, as the counts on screen are this
// app's own until it is read, and with a way to try again here.

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ErrorReport } from '../../../contract/errors'
import { AppError } from '../../../contract/errors'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'

interface NotReadAgainProps {
  readonly id: string
  readonly error: ErrorReport
  readonly onRead: (unseen: number) => void
  readonly onClose: () => void
}

export function NotReadAgain({ id, error, onRead, onClose }: NotReadAgainProps) {
  const { ref: workspace } = useWorkspace()
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus has gone with the question.
  useEffect(() => close.current?.focus(), [])

  const reading = useMutation<number, AppError>({
    async mutationFn() {
      const { error: again } = await client.sync.now({ workspace })
      if (again !== null) throw AppError.of(again)
      const preview = client.opportunities.markAllSeenPreview({ workspace, id })
      return preview.then(
        ({ unseen }) => unseen,
        (reason: AppError) => {
          // The new list has no insight of it any more, so none is unseen.
          if (reason.code === 'NOT_FOUND') return 0
          throw reason
        },
      )
    },
    gcTime: 0,
  })

  return (
    <>
      <Text size="sm" mb="sm" role="status">
        Marked as seen, but the list couldn’t be refreshed. This view may be out of date.
      </Text>
      <ErrorNotice error={reading.error ?? error} />
      <DialogActions>
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
        <BusyButton isBusy={reading.isPending} onClick={() => reading.mutate(undefined, { onSuccess: onRead })}>
          Refresh
        </BusyButton>
      </DialogActions>
    </>
  )
}
