const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', {
  /** What each call returns from now on. */
  keep: (reply) => ipcRenderer.invoke('keep', reply),
  call: (envelope) => ipcRenderer.invoke('call', envelope),
})
addEventListener('DOMContentLoaded', () => {
  // In the second frame the first has been on screen.
  requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send('painted')))
})
