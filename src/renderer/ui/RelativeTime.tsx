import { useNow } from './clock'
import { exactTime, readTime, relativeTime } from './relative-time'

/** "2 min ago", kept up to date; the exact local time on hover. A text that is no date is shown as it is. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow()
  const time = readTime(at)
  if (time === null) return <span>{at}</span>
  return (
    <time dateTime={at} title={exactTime(time)}>
      {relativeTime(time, now)}
    </time>
  )
}
