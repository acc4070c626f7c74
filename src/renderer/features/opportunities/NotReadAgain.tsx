// The insights are marked, but what the list says now could not be read: told in words, as the counts on screen are this
// app's own until it is read, and with a way to try again here.
import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AppError, ErrorReport } from '../../../contract/errors'
import { useWorkspace } from '../../app/workspace'
import { client } from '../../client/bridge'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useIsHere } from '../../ui/use-is-here'
import { asAppError } from '../../ui/words'

interface NotReadAgainProps {
  readonly id: string
  readonly error: ErrorReport
  readonly onRead: (unseen: number) => void
  readonly onClose: () => void
}

export function NotReadAgain({ id, error, onRead, onClose }: NotReadAgainProps) {
  const { ref: workspace } = useWorkspace()
  const [failure, setFailure] = useState<AppError | ErrorReport>(error)
  const [isReading, setIsReading] = useState(false)
  const isHere = useIsHere()
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus has gone with the question.
  useEffect(() => close.current?.focus(), [])

  const unseenNow = () =>
    client.opportunities.markAllSeenPreview({ workspace, id }).then(
      ({ unseen }) => unseen,
      (reason: unknown) => {
        // The new list has no insight of it any more, so none is unseen.
        if (asAppError(reason).code === 'NOT_FOUND') return 0
        throw reason
      },
    )

  async function read() {
    setIsReading(true)
    try {
      const { error: again } = await client.sync.now({ workspace })
      if (again !== null) setFailure(again)
      else {
        const unseen = await unseenNow()
        if (isHere.current) onRead(unseen)
      }
    } catch (reason) {
      setFailure(asAppError(reason))
    } finally {
      setIsReading(false)
    }
  }

  return (
    <>
      <Text size="sm" mb="sm" role="status">
        Marked as seen, but the list couldn’t be refreshed. This view may be out of date.
      </Text>
      <ErrorNotice error={failure} />
      <DialogActions>
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
        <BusyButton isBusy={isReading} onClick={() => void read()}>
          Refresh
        </BusyButton>
      </DialogActions>
    </>
  )
}
