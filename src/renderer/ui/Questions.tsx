import { Text } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import { useEffect } from 'react'
import type { Question } from './confirm'

let mounted: () => void
/** A question asked before the mount would be lost. */
const isMounted = new Promise<void>((resolve) => {
  mounted = resolve
})

export async function openQuestion({ title, text, confirmLabel, tone }: Question): Promise<boolean> {
  await isMounted
  modals.closeAll()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { cancel: 'Cancel', confirm: confirmLabel },
      // Focus starts on Cancel, so that a hasty Enter does nothing.
      cancelProps: { 'data-autofocus': true },
      // White is legible on this red.
      confirmProps: tone === 'danger' ? { color: 'red.9' } : {},
      onConfirm: () => resolve(true),
      // Also called after onConfirm, whose answer stays.
      onClose: () => resolve(false),
    })
  })
}

const modalProps = {
  ...{ size: 'sm', centered: true, withCloseButton: false },
  // With a transition, the focus would come back only after it.
  transitionProps: { duration: 0 },
} as const

/** Shows the questions of `confirm`. */
export function Questions() {
  useEffect(() => mounted(), [])
  return <ModalsProvider modalProps={modalProps} />
}
