// Shows the files of the zip, each in full, before main asks where to save it.
import { Button, Loader, Modal, Stack, Tabs, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../client/bridge'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { notifySaved } from '../../ui/notify'
import { undescribed } from '../../ui/undescribed'
import { helpTexts } from './help-words'
import { PlainText } from './PlainText'

export function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  // Collected once per opening, so that the saved files are those on screen.
  const collected = useQuery({ ...queryOptionsFor('help', 'diagnostics', {}), gcTime: 0 })
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('help', 'saveDiagnostics'),
    onSuccess: ({ saved }) => {
      if (!saved) return
      notifySaved('Diagnostics saved', () => client.help.showDiagnostics({}))
      onClose()
    },
  })
  const { data } = collected
  return (
    <Modal
      opened
      attributes={undescribed}
      onClose={onClose}
      title="Save diagnostics"
      size={860}
      centered
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">{helpTexts.diagnosticsFiles}</Text>
        {collected.error && <ErrorNotice error={collected.error} onRetry={() => void collected.refetch()} />}
        {collected.isPending && <Loader size="sm" role="status" aria-label="Collecting diagnostics" />}
        {data !== undefined && (
          <Tabs defaultValue={data.files[0]?.name ?? null} keepMounted={false}>
            <Tabs.List aria-label="Files" mb="xs">
              {data.files.map(({ name }) => (
                <Tabs.Tab key={name} value={name}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {data.files.map(({ name, text }) => (
              <Tabs.Panel key={name} value={name}>
                <PlainText label={name} text={text === '' ? 'Empty.' : text} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
        {error !== null && <ErrorNotice error={error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton isBusy={isPending || data === undefined} onClick={() => data && mutate({ id: data.id })}>
            Save zip…
          </BusyButton>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
