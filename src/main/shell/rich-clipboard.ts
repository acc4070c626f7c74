import { ClipboardItem, clipboard } from 'electron'

/** Of Electron before 45, as the fallback runtime is. */
interface OldClipboard {
  write(data: { readonly text: string; readonly html: string }): void
}

/** @param html null = plain text only */
export async function copyRich({ text, html }: { readonly text: string; readonly html: string | null }): Promise<void> {
  if (html === null) await clipboard.writeText(text)
  else if (ClipboardItem === undefined) (clipboard as unknown as OldClipboard).write({ text, html })
  else await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })])
}
