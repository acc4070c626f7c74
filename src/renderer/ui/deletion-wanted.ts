// The palette leads to the dialog for deleting a goal by its id, which stands in the view of goals. Said with the way that
// leads there, not in the address: no link and no restart may open it.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface DeletionWanted {
  readonly isDeletionWanted: true
}

/** State of a navigation to the goals: the dialog opens. */
export const deletionWanted: DeletionWanted = { isDeletionWanted: true }

/** Opens the dialog once for each time that it was asked for; coming back to the view asks for nothing. */
export function useDeletionWanted(open: () => void): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isWanted = (state as Partial<DeletionWanted> | null)?.isDeletionWanted === true
  useEffect(() => {
    if (!isWanted) return
    void navigate(`${pathname}${search}`, { replace: true, state: null })
    open()
  }, [isWanted, pathname, search, navigate, open])
}
