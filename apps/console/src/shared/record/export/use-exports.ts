import {
  cancelExport,
  createExport,
  createExportLink,
  listExports,
} from '@greenroom/contract/desk/export/export.endpoints'
import type { Export, NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { apiAddress } from '../../../lib/api/client.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { exportMessages } from './export-messages.ts'

const pollMs = 1_000

export function isOpenExport({ state }: Export): boolean {
  return state === 'waiting' || state === 'running'
}

/**
 * The signed-in person's exports. One that is started here is downloaded as soon as its file is ready.
 * @param enabled false without the permission to export
 * @param refreshes reads that a finished file changes
 */
export function useExports(enabled = true, refreshes: readonly EndpointDeclaration[] = []) {
  const [polls, setPolls] = useState(false)
  const list = useRead(listExports, { query: { limit: 5 } } as never, {
    enabled,
    ...(polls && { refetchMs: pollMs }),
  })
  const starting = useCall(createExport, { invalidates: [listExports] })
  const cancelling = useCall(cancelExport, { invalidates: [listExports] })
  const linking = useCall(createExportLink, { invalidates: refreshes })
  const awaited = useRef<string>(undefined)
  const rows = list.data
  const open = rows?.find(isOpenExport)
  const isOpen = open !== undefined
  useEffect(() => setPolls(isOpen), [isOpen])

  const download = async (one: Export) => {
    try {
      const { data } = await linking.call({ params: { id: one._id } })
      startDownload(apiAddress(data.url), data.file_name)
    } catch (reason) {
      notify.error(failureText(exportMessages.downloadFailed, reason))
    }
  }
  const latestDownload = useRef(download)
  latestDownload.current = download
  useEffect(() => {
    const ended = rows?.find((one) => one._id === awaited.current && !isOpenExport(one))
    if (!ended) return
    awaited.current = undefined
    if (ended.state === 'done') void latestDownload.current(ended)
  }, [rows])

  return {
    list,
    rows,
    open,
    isStarting: starting.isPending,
    download: (one: Export) => onePress(`download ${one._id}`, () => download(one)),
    /** Starts an export; a refusal is shown as a toast. */
    start(body: NewExport): void {
      void onePress('start an export', () =>
        notify
          .progress(
            starting.call({ body: body as never }).then(({ data }) => {
              awaited.current = data._id
            }),
            {
              pending: exportMessages.pending,
              success: exportMessages.started,
              error: exportMessages.startFailed,
            },
          )
          .catch(() => undefined),
      )
    },
    cancel(one: Export): void {
      void onePress(`cancel ${one._id}`, () =>
        notify
          .progress(cancelling.call({ params: { id: one._id } }), {
            pending: exportMessages.cancelling,
            success: exportMessages.cancelled,
            error: exportMessages.cancelFailed,
          })
          .catch(() => undefined),
      )
    },
  }
}

export type Exports = ReturnType<typeof useExports>

/** Lets the browser download a file to disk. The address carries its own permission. */
function startDownload(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
