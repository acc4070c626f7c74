// Asks what to export from a list and in which format, then shows progress. Main asks where to save.
import { Button, Checkbox, Modal, Progress, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { ExportFormat, ExportView } from '../../../contract/features/export'
import { client } from '../../client/bridge'
import { type ExportedList, exportDialog } from '../../records/export-dialog'
import { count, countedOf } from '../../records/record-words'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { notifySaved } from '../../ui/notify'
import { undescribed } from '../../ui/undescribed'
import { exportTexts } from './export-words'
import { useSave } from './use-save'

interface Choice {
  readonly format: ExportFormat
  readonly fields: 'columns' | 'all'
}

/** The default next time. Notes and hidden content must be chosen each time. */
let lastChoice: Choice = { format: 'csv', fields: 'columns' }

const formats: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'markdown', label: 'Markdown' },
]

const withoutHidden: ReadonlySet<ExportView> = new Set(['feedback', 'knowledge'])

const close = () => exportDialog.set(null)

export function ExportDialog({ list }: { readonly list: ExportedList }) {
  const { kind, source, columns, total, isNarrowed, shown, selected, rankedOf } = list
  const [choice, setChoice] = useState(lastChoice)
  const [scope, setScope] = useState<'selected' | 'shown'>(selected.length === 0 ? 'shown' : 'selected')
  const [includesLocal, setIncludesLocal] = useState(false)
  const [includesHidden, setIncludesHidden] = useState(false)
  const formatId = useId()
  const { isSaving, progress, error, start, cancel } = useSave((exportId, items) => {
    notifySaved(`${countedOf(kind, items)} exported`, () => client.export.showInFolder({ exportId }))
    close()
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The focus may be on a choice, which is disabled while the file is written.
    event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.focus()
    lastChoice = choice
    const ids = scope === 'selected' ? [...selected] : shown && [...shown]
    start({
      format: choice.format,
      source,
      ids,
      ...(rankedOf && ids && { ranked: rankedOf(ids) }),
      columns: choice.fields === 'all' || columns === null ? null : [...columns],
      includesLocal,
      includesHidden,
    })
  }
  const leave = () => {
    if (!cancel()) close()
  }
  const all = `${isNarrowed ? 'All matching' : 'All'} (${count(total)})`

  return (
    <Modal
      attributes={undescribed}
      opened
      onClose={leave}
      title={`Export ${rankedOf ? 'ranking' : kind.heading.toLowerCase()}`}
      centered
      withCloseButton={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <fieldset disabled={isSaving} style={{ display: 'contents' }}>
            <div>
              <Text id={formatId} size="sm" fw={500} mb={4}>
                Format
              </Text>
              <SegmentedControl
                fullWidth
                aria-labelledby={formatId}
                data={[...formats]}
                value={choice.format}
                onChange={(format) => setChoice({ ...choice, format: format as ExportFormat })}
              />
            </div>
            {selected.length === 0 ? (
              <div>
                <Text size="sm" fw={500} mb={4}>
                  Rows
                </Text>
                <Text size="sm">{all}</Text>
              </div>
            ) : (
              <Radio.Group label="Rows" value={scope} onChange={(next) => setScope(next as typeof scope)}>
                <Stack gap={6} mt={6}>
                  <Radio value="selected" label={`Selected (${count(selected.length)})`} />
                  <Radio value="shown" label={all} />
                </Stack>
              </Radio.Group>
            )}
            {columns !== null && (
              <Radio.Group
                label="Fields"
                value={choice.fields}
                onChange={(fields) => setChoice({ ...choice, fields: fields as Choice['fields'] })}
              >
                <Stack gap={6} mt={6}>
                  <Radio value="columns" label="Columns of the list" />
                  <Radio value="all" label="All fields" />
                </Stack>
              </Radio.Group>
            )}
            <Checkbox
              label={
                source.view === 'activity'
                  ? 'Include decisions and their notes'
                  : 'Include notes, labels, decisions and review state'
              }
              description={exportTexts.notesAreLocal}
              checked={includesLocal}
              onChange={(event) => setIncludesLocal(event.currentTarget.checked)}
            />
            {!withoutHidden.has(source.view) && (
              <Checkbox
                label="Include hidden content"
                description={exportTexts.hiddenIsMasked}
                checked={includesHidden}
                onChange={(event) => setIncludesHidden(event.currentTarget.checked)}
              />
            )}
          </fieldset>
          {error !== null && <ErrorNotice error={error} />}
          {isSaving && progress !== null && (
            <div>
              <Text size="sm" mb={4}>{`${count(progress.written)} of ${count(progress.total)}`}</Text>
              <Progress.Root>
                <Progress.Section
                  value={progress.total === 0 ? 100 : (progress.written / progress.total) * 100}
                  aria-label="Export progress"
                />
              </Progress.Root>
            </div>
          )}
          <DialogActions>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSaving}>
              Export…
            </BusyButton>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}
