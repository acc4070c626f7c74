import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../client/queries'
import { loadLater } from '../ui/load-later'
import classes from './frame.module.css'

const LibraryStopped = loadLater(() => import('./LibraryStopped').then(({ LibraryStopped }) => LibraryStopped))

function Stopped() {
  const [isPutAway, setIsPutAway] = useState(false)
  if (!isPutAway) return <LibraryStopped onPutAway={() => setIsPutAway(true)} />
  return (
    <div role="alert" className={classes.stopped}>
      <IconAlertTriangle size={15} aria-hidden />
      <span className={classes.bannerText}>The local library has stopped. Nothing can be read or saved.</span>
      <Button size="compact-xs" variant="default" onClick={() => setIsPutAway(false)}>
        Restart…
      </Button>
    </div>
  )
}

/** Shows when the local library was given up, and the way to have it back. */
export function LibraryWatch() {
  const { data: info } = useQuery(queryOf('shell', 'info', {}))
  return info?.isLibraryStopped ? <Stopped /> : null
}
