import { Code, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../../client/queries'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { undescribed } from '../../ui/undescribed'
import { helpTexts } from './help-words'
import { PlainText } from './PlainText'

/** Tells where the licences are in an unpackaged build. */
function NotPackaged() {
  return (
    <Text size="sm">
      {helpTexts.notPackaged} <Code>npm run package</Code> writes it to <Code>third-party-licences.txt</Code>. Each
      package’s own licence is in its folder in <Code>node_modules</Code>.
    </Text>
  )
}

export function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useQuery(queryOptionsFor('help', 'licences', {}))
  return (
    <Modal opened attributes={undescribed} onClose={onClose} title="Third-party licences" size={860} centered>
      <Stack gap="md">
        {error && <ErrorNotice error={error} />}
        {data?.text === null && <NotPackaged />}
        {typeof data?.text === 'string' && (
          <>
            <PlainText label="Licences" text={data.text} />
            <Text size="xs" c="dimmed">
              {helpTexts.electronLicences}
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  )
}
