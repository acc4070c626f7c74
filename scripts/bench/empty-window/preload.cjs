const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', {
  /** Sets the result of all later calls. */
  keep: (reply) => ipcRenderer.invoke('keep', reply),
  call: (envelope) => ipcRenderer.invoke('call', envelope),
})
addEventListener('DOMContentLoaded', () => {
  // By the second frame, the first has been on screen.
  requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send('painted')))
})
