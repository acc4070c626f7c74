import { ClipboardItem, clipboard } from 'electron'

/** The clipboard of Electron before 45, as in the fallback runtime. */
interface OldClipboard {
  write(data: { readonly text: string; readonly html: string }): void
}

export async function copy({
  text,
  html,
}: {
  readonly text: string
  readonly html?: string | undefined
}): Promise<void> {
  if (html === undefined) await clipboard.writeText(text)
  else if (ClipboardItem === undefined) (clipboard as unknown as OldClipboard).write({ text, html })
  else await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })])
}
