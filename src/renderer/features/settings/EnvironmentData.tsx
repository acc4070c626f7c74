// The data of an environment on this computer, and a button to delete it.
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { EnvironmentView } from '../../../contract/features/environments'
import { sizeText } from '../../../contract/size-text'
import { queryOptionsFor } from '../../client/queries'
import { count } from '../../records/record-words'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { RelativeTime } from '../../ui/RelativeTime'
import { ForgetDialog } from './ForgetDialog'
import { Figure } from './Section'
import classes from './settings.module.css'
import { settingsTexts } from './settings-words'

export function EnvironmentData({ environment }: { readonly environment: EnvironmentView }) {
  const titleId = useId()
  const [isForgetting, setIsForgetting] = useState(false)
  const {
    data: size,
    error,
    refetch,
  } = useQuery({
    ...queryOptionsFor('environments', 'measure', { environment: environment.name }),
    // A push updates the figures only while they are shown, so each mount reads them again.
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const { label } = environmentIdentity[environment.name]

  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h6" id={titleId} mb={6}>
        On this computer
      </Title>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {size && (
        <dl className={classes.figures}>
          <Figure name="Size">
            {environment.library === 'memory' ? settingsTexts.inMemoryOnly : sizeText(size.bytes)}
          </Figure>
          <Figure name="Insights">{count(size.insights)}</Figure>
          <Figure name="Knowledge items">{count(size.knowledge)}</Figure>
          <Figure name="Synced">{size.syncedAt === null ? 'Not yet' : <RelativeTime at={size.syncedAt} />}</Figure>
          <Figure name="Unsent changes">{count(size.pendingChanges)}</Figure>
        </dl>
      )}
      {/* Also shown when measuring failed: an unreadable library is one to delete. */}
      <Button variant="default" mt="sm" onClick={() => setIsForgetting(true)}>
        Forget this environment…
      </Button>
      <Text size="xs" c="dimmed" mt={6}>
        Removes all data of {label} from this computer. The service isn’t affected.
      </Text>
      {isForgetting && (
        <ForgetDialog environment={environment} size={size ?? null} onClose={() => setIsForgetting(false)} />
      )}
    </section>
  )
}
