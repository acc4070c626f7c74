import { Button, Code, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../../client/queries'
import { DialogActions } from '../../ui/DialogActions'
import { helpDialog } from '../../ui/dialogs'
import { OpenLink } from '../../ui/OpenLink'
import { undescribed } from '../../ui/undescribed'
import classes from './help.module.css'
import { helpTexts } from './help-words'

function Where({ reportTo }: { readonly reportTo: string | null }) {
  if (reportTo === null) {
    return <Text size="sm">{helpTexts.noReportAddress}</Text>
  }
  return (
    <Text size="sm">
      Send your report to {reportTo.startsWith('https://') ? <OpenLink href={reportTo} /> : <Code>{reportTo}</Code>}.
    </Text>
  )
}

export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: reportTo } = useQuery(queryOptionsFor('help', 'reportTo', {}))
  return (
    <Modal opened attributes={undescribed} onClose={onClose} title="Report a problem" centered withCloseButton={false}>
      <Stack gap="md">
        {reportTo !== undefined && <Where reportTo={reportTo} />}
        <div>
          <Text size="sm" fw={500} mb={4}>
            What to include
          </Text>
          <ul className={classes.points}>
            <li>What you did, step by step</li>
            <li>What happened, and what you expected</li>
            <li>When it happened, and the log ID if one was shown</li>
            <li>The diagnostics of this app, saved soon after it happened</li>
          </ul>
        </div>
        <Text size="sm" c="dimmed">
          {helpTexts.leaveOutSecrets}
        </Text>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => helpDialog.set('save-diagnostics')}>Save diagnostics…</Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
