import { Alert, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ConnectionTest } from '../../../contract/features/environments'
import { counted } from '../../records/record-words'
import { LiveText } from '../../ui/LiveText'
import { wordsFor } from '../../ui/words'
import { connectTexts } from './connect-words'

/** The test only reads, so it changes nothing. */
const untested = connectTexts.writeAccessUntested

/** Result of *Test connection*, in words. */
export function TestResult({ result }: { readonly result: ConnectionTest }) {
  if (result.outcome === 'works') {
    return (
      <Alert role="status" color="green" variant="light" icon={<IconCircleCheck aria-hidden />}>
        <LiveText>
          {`Connection works: ${counted(result.insights, 'insight', 'insights')} in ${Math.round(result.durationMs)} ms. ${untested}`}
        </LiveText>
      </Alert>
    )
  }
  if (result.outcome === 'empty') {
    return (
      <Alert role="status" color="blue" variant="light" icon={<IconInfoCircle aria-hidden />}>
        <LiveText>
          {`Connection works (${Math.round(result.durationMs)} ms), but the workspace has no insights. If you expected some, check the workspace ID. ${untested}`}
        </LiveText>
      </Alert>
    )
  }
  const { title, text } = wordsFor(result)
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={title}>
      <Text size="sm">{text}</Text>
      <Text size="xs" c="dimmed" mt={4}>
        {result.message}
      </Text>
    </Alert>
  )
}
