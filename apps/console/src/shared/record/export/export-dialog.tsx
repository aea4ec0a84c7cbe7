import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { businessTimeZone } from '../../../lib/dates.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { ExportList } from './export-list.tsx'
import { exportFormatLabels, exportMessages as messages } from './export-messages.ts'
import { useExports } from './use-exports.ts'

const formats = { csv: exportFormatLabels.csv, xlsx: exportFormatLabels.xlsx } as const
export type ChosenFormat = keyof typeof formats

export interface ExportDialogProps {
  opened: boolean
  title: string
  /** What the file will contain; undefined while that is not known. */
  what: string | undefined
  /** Builds the request. */
  request: (format: ChosenFormat) => NewExport
  /** For a kind that is a CSV file always. */
  isCsv?: boolean
  format?: ChosenFormat
  onFormat?: (format: ChosenFormat) => void
  /** Whether the request can't be made as it is. */
  disabled?: boolean
  onClose: () => void
  /** Further choices, in a wider dialog. */
  children?: ReactNode
}

/** Starts an export of exactly the rows of a list, and shows its progress. One export runs at a time (OQ-290). */
export function ExportDialog(props: ExportDialogProps) {
  const [format, setFormat] = useState<ChosenFormat>(props.format ?? 'csv')
  const exports = useExports()
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      {...(props.children && { size: 'wide' })}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={props.onClose}>
            {messages.cancel}
          </Button>
          <BusyButton
            size="md"
            // It keeps the focus, which the disabled attribute would drop.
            busy={exports.isStarting || exports.open !== undefined}
            disabled={props.disabled ?? false}
            onClick={() => exports.start(props.request(format))}
          >
            {messages.action}
          </BusyButton>
        </>
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-quiet">
          {props.what && `${props.what} `}
          {messages.zone(businessTimeZone())}
        </p>
        {!props.isCsv && (
          <SegmentedControl
            label={messages.format}
            options={formats}
            value={format}
            onChange={(chosen) => {
              setFormat(chosen)
              props.onFormat?.(chosen)
            }}
          />
        )}
        {props.children}
        <ExportList exports={exports} />
      </div>
    </Dialog>
  )
}
