import { notifications } from '@mantine/notifications'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { counted } from '../../records/record-words'
import { notifyError } from '../../ui/notify'
import { changeKind } from './use-activity-list'

export type ActivityFormat = 'csv' | 'json'

interface Wanted {
  readonly text: string
  /** null = all. */
  readonly workspace: WorkspaceRef | null
  readonly format: ActivityFormat
}

/** Writes every change that fits into a file; main asks where to. Says what came of it, and never rejects. */
export async function saveActivity(wanted: Wanted): Promise<void> {
  try {
    const { saved, entries } = await client.activity.export(wanted)
    if (!saved) return
    const message = `${counted(entries, changeKind.one, changeKind.many)} saved.`
    notifications.show({ message, color: 'green', role: 'status' })
  } catch (error) {
    notifyError(error)
  }
}
