const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', {
  insights: () => ipcRenderer.invoke('insights'),
  painted: () => ipcRenderer.send('painted'),
})
