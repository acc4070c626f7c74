// Whether a dialog is over the page, as the page says. What is typed in one is not saved, so until it is closed nothing
// leads away from it: neither the native menu, which acts without the page, nor a link from outside.
export interface PageCover {
  /** Also when the page is gone, which has no dialogs then. */
  set(isCovered: boolean): void
  isCovered(): boolean
  /** Resolves at once, or when the dialog is closed. */
  whenFree(): Promise<void>
}

export function createPageCover(onChange: (isCovered: boolean) => void): PageCover {
  let isCovered = false
  let waiting: readonly (() => void)[] = []
  return {
    set(next) {
      if (next === isCovered) return
      isCovered = next
      onChange(next)
      if (next) return
      const free = waiting
      waiting = []
      for (const goOn of free) goOn()
    },
    isCovered: () => isCovered,
    async whenFree() {
      while (isCovered) await new Promise<void>((resolve) => (waiting = [...waiting, resolve]))
    },
  }
}
