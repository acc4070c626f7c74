// The bridge of the renderer to main: two functions, frozen. The renderer gets neither ipcRenderer nor event objects.
// Nothing else belongs here: a new call is an entry in the contract.
import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, callChannel, type EventEnvelope, eventChannel } from '../contract/bridge'

const bridge: Bridge = Object.freeze<Bridge>({
  call: (envelope) => ipcRenderer.invoke(callChannel, envelope),
  on: (listener) => {
    const forward = (_event: unknown, envelope: EventEnvelope) => listener(envelope)
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.off(eventChannel, forward)
    }
  },
})

contextBridge.exposeInMainWorld('discoveryDesk', bridge)
