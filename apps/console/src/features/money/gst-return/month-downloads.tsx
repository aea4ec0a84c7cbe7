import type { ExportFormat, NewExport, ReturnForm } from '@greenroom/contract/desk/export/export.schema'
import type { DocumentKind } from '@greenroom/contract/money/document/document.schema'
import { Button } from '@mantine/core'
import { exportFormatLabels } from '../../../shared/record/export/export-messages.ts'
import { monthPageMessages as messages } from './month-messages.ts'
import classes from './month-page.module.css'

interface DownloadsProps {
  month: string
  needsRate: boolean
  isFiled: boolean
  isBusy: boolean
  onStart: (body: NewExport) => void
}

/** Starts the exports of the registers and of the returns. */
export function MonthDownloads({ month, needsRate, isFiled, isBusy, onStart }: DownloadsProps) {
  const register = (document_kind: DocumentKind | undefined) =>
    (['csv', 'xlsx'] as const).map((format) => ({
      format,
      body: { kind: 'documents' as const, format, month, ...(document_kind && { document_kind }) },
    }))
  const form = (name: ReturnForm) => [
    {
      format: 'xlsx' as const,
      body: { kind: 'gst-return' as const, format: 'xlsx' as const, month, form: name },
    },
  ]
  const rows: { label: string; files: { format: ExportFormat; body: NewExport }[] }[] = [
    {
      label: messages.gstr1,
      files: (['json', 'xlsx'] as const).map((format) => ({
        format,
        body: { kind: 'gst-return' as const, format, month },
      })),
    },
    ...(isFiled ? [{ label: messages.gstr1a, files: form('gstr1a') }] : []),
    { label: messages.gstr3b, files: form('gstr3b') },
    { label: messages.amendments, files: form('amendments') },
    { label: messages.all, files: register(undefined) },
    { label: messages.invoices, files: register('invoice') },
    { label: messages.notes, files: register('credit-note') },
    { label: messages.debitNotes, files: register('debit-note') },
    {
      label: messages.journal,
      files: (['csv', 'xlsx'] as const).map((format) => ({
        format,
        body: { kind: 'journal' as const, format, month },
      })),
    },
    { label: messages.tally, files: [{ format: 'xml', body: { kind: 'journal', format: 'xml', month } }] },
  ]
  return (
    <section aria-label={messages.export}>
      <h2 className="gr-small gr-bold">{messages.export}</h2>
      <ul className={classes.files}>
        {rows.map(({ label, files }) => (
          <li key={label}>
            <span className="gr-small gr-grow">{label}</span>
            {files.map(({ format, body }) => (
              <Button
                key={format}
                size="compact-sm"
                variant="default"
                aria-label={`${label}, ${exportFormatLabels[format]}`}
                disabled={(body.kind === 'gst-return' || body.kind === 'journal') && needsRate}
                // The disabled attribute would drop the focus of the button that was pressed.
                aria-disabled={isBusy || undefined}
                data-disabled={isBusy || undefined}
                onClick={() => isBusy || onStart(body)}
              >
                {exportFormatLabels[format]}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
