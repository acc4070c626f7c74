// Whether a dialog is over the page, as the page says. What is typed in one is not saved, so until it is closed nothing
// leads away from it: neither the native menu, which acts without the page, nor a link from outside.
export interface PageCover {
  /** Also when the page is gone, which has no dialogs then. */
  set(isCovered: boolean): void
  /** The same work, done only while no dialog is open: menu items are off then, but a key may come before they are. */
  guard<Input>(work: (input: Input) => unknown): (input: Input) => void
  /** Resolves at once, or when the dialog is closed. */
  whenFree(): Promise<void>
}

export interface PageCoverDeps {
  readonly onChange: (isCovered: boolean) => void
  /** Somebody has to wait. */
  readonly onWait: () => void
}

export function createPageCover({ onChange, onWait }: PageCoverDeps): PageCover {
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
    guard: (work) => (input) => {
      if (!isCovered) work(input)
    },
    async whenFree() {
      if (isCovered) onWait()
      // Another dialog may have taken the place of the one that was closed.
      while (isCovered) await new Promise<void>((resolve) => (waiting = [...waiting, resolve]))
    },
  }
}
