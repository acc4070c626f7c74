import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsFor } from '../client/queries'
import { LibraryStopped } from '../features/library-stopped'
import classes from './AppShell.module.css'
import { appTexts } from './app-words'

function Stopped() {
  const [isDismissed, setIsDismissed] = useState(false)
  if (!isDismissed) return <LibraryStopped onDismiss={() => setIsDismissed(true)} />
  return (
    <div role="alert" className={classes.stopped}>
      <IconAlertTriangle size={15} aria-hidden />
      <span className={classes.bannerText}>{appTexts.libraryStopped}</span>
      <Button size="compact-xs" variant="default" onClick={() => setIsDismissed(false)}>
        Restart…
      </Button>
    </div>
  )
}

/** Says that the local library was given up, and offers to restart. */
export function LibraryWatch() {
  const { data: info } = useQuery(queryOptionsFor('shell', 'info', {}))
  return info?.isLibraryStopped ? <Stopped /> : null
}
