import {
  type TransactionColumn,
  type TransactionExport,
  transactionColumnNames,
  transactionColumns,
} from '@greenroom/contract/desk/export/export.schema'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { businessTimeZone } from '../../../lib/dates.ts'
import { ExportFoot } from '../../../shared/record/export/export-foot.tsx'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { exportFormatLabels } from '../../../shared/record/export/export-messages.ts'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './transaction-export-dialog.module.css'

interface TransactionExportDialogProps {
  opened: boolean
  /** The filters of the list. */
  filters: z.input<typeof TransactionExport>['filters']
  /** How many rows the list has; undefined while it loads. */
  total: number | undefined
  onClose: () => void
}

const messages = {
  title: 'Export transactions',
  rows: (total: number) =>
    total === 1
      ? 'Exports the 1 row of this list.'
      : `Exports all ${total.toLocaleString('en-IN')} rows of this list.`,
  zone: (zone: string) => `Times are in ${zone}.`,
  format: 'Format',
  columns: 'Columns',
  all: 'Select all',
  none: 'Clear all',
  chooseOne: 'Choose at least one column',
} as const

const formats = { csv: exportFormatLabels.csv, xlsx: exportFormatLabels.xlsx } as const
type Format = keyof typeof formats
const storageKey = 'transaction-export'

/** Chooses format and columns, and starts the export of exactly the rows of the list (OQ-290). */
export function TransactionExportDialog({ opened, filters, total, onClose }: TransactionExportDialogProps) {
  const [{ format, columns }, setChoice] = useState(readChoice)
  const exports = useExports()
  const choose = (changes: Partial<Choice>) => {
    const next = { format, columns, ...changes }
    setChoice(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // The storage is full or blocked: the choice lasts as long as the dialog.
    }
  }
  const toggle = (name: TransactionColumn, isChosen: boolean) =>
    choose({
      columns: transactionColumnNames.filter((one) => (one === name ? isChosen : columns.includes(one))),
    })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      size="wide"
      footer={
        <ExportFoot
          exports={exports}
          disabled={columns.length === 0}
          onStart={() => exports.start({ kind: 'transactions', format, filters, columns } as never)}
          onClose={onClose}
        />
      }
    >
      <div className={classes.form}>
        <p className="gr-small gr-quiet">
          {total !== undefined && `${messages.rows(total)} `}
          {messages.zone(businessTimeZone())}
        </p>
        <SegmentedControl<Format>
          label={messages.format}
          options={formats}
          value={format}
          onChange={(chosen) => choose({ format: chosen })}
        />
        <fieldset className={classes.columns}>
          <legend className="gr-legend">{messages.columns}</legend>
          <div className={classes.both}>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => choose({ columns: transactionColumnNames })}
            >
              {messages.all}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => choose({ columns: [] })}>
              {messages.none}
            </Button>
          </div>
          <div className={classes.grid}>
            {transactionColumnNames.map((name) => (
              <Checkbox
                key={name}
                label={transactionColumns[name]}
                checked={columns.includes(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
            ))}
          </div>
          {columns.length === 0 && (
            <p className="gr-fine gr-danger" role="alert">
              {messages.chooseOne}
            </p>
          )}
        </fieldset>
        <ExportList exports={exports} />
      </div>
    </Dialog>
  )
}

interface Choice {
  format: Format
  columns: TransactionColumn[]
}

/** Returns the last choice of this browser. */
function readChoice(): Choice {
  const fallback: Choice = { format: 'csv', columns: transactionColumnNames }
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<
      Record<keyof Choice, unknown>
    >
    const columns = stored.columns
    return {
      format: stored.format === 'xlsx' ? 'xlsx' : 'csv',
      columns: Array.isArray(columns)
        ? transactionColumnNames.filter((name) => columns.includes(name))
        : fallback.columns,
    }
  } catch {
    return fallback
  }
}
