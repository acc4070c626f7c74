const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', { echo: (value) => ipcRenderer.invoke('echo', value) })
addEventListener('DOMContentLoaded', () => {
  // In the second frame the first has been on screen.
  requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send('painted')))
})
