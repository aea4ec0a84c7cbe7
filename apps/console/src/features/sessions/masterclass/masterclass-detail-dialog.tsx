import { venuePlaceName } from '@greenroom/contract/gst-state'
import type { updateMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import {
  type MasterclassGroup,
  masterclassAllows,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { IconPencil, IconPresentation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { useRefundAllFact } from '../../../shared/money/refund-all/refund-all-link.tsx'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CopyId } from '../../../shared/record/copy-value/copied-fact.tsx'
import {
  type OpenedRecordProps,
  RecordDialog,
  RecordPerson,
  RecordText,
  RecordTime,
} from '../../../shared/record/record-dialog/record-dialog.tsx'
import { RecordPrices } from '../../../shared/record/record-dialog/record-prices.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import classes from './masterclass-detail-dialog.module.css'
import { attendanceTypeNames } from './masterclass-form-messages.ts'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { type MasterclassLink, masterclassEditLink } from './masterclass-links.ts'
import {
  masterclassDetailMessages,
  masterclassListMessages,
  masterclassPriceKinds,
} from './masterclass-messages.ts'

interface MasterclassDetailDialogProps extends OpenedRecordProps {
  /** Undefined while it loads, or if that failed. */
  masterclass: Masterclass | undefined
  group: MasterclassGroup | undefined
  links: readonly MasterclassLink[]
  onDeactivate: (masterclass: Masterclass) => void
  onDuplicate: (masterclass: Masterclass) => void
  onCopyToDates: (masterclass: Masterclass) => void
  closable: boolean
}

const badges: Record<MasterclassGroup, { shape: GlyphShape; tone: GlyphTone }> = {
  active: { shape: 'dot', tone: 'ok' },
  draft: { shape: 'dashed', tone: 'mute' },
  past: { shape: 'bar', tone: 'mute' },
}

/** The details of one masterclass (MC-09, OQ-039). */
export function MasterclassDetailDialog({
  masterclass,
  group,
  links,
  onDeactivate,
  onDuplicate,
  onCopyToDates,
  ...dialog
}: MasterclassDetailDialogProps) {
  const mayWrite = useMay<typeof updateMasterclass>('content.write')
  const isKnown = masterclass !== undefined && group !== undefined
  const actions = isKnown && mayWrite && (
    <>
      {masterclassAllows.edit(group) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
          renderRoot={(props) => <Link {...masterclassEditLink(masterclass)} {...props} />}
        >
          {masterclassListMessages.edit}
        </Button>
      )}
      {masterclassAllows.deactivate(group) && (
        <Button variant="default" onClick={() => onDeactivate(masterclass)}>
          {masterclassListMessages.deactivate}
        </Button>
      )}
      <Button variant="default" onClick={() => onDuplicate(masterclass)}>
        {masterclassListMessages.duplicate}
      </Button>
      <Button variant="default" onClick={() => onCopyToDates(masterclass)}>
        {masterclassListMessages.copyToDates}
      </Button>
    </>
  )
  return (
    <RecordDialog
      {...dialog}
      title={masterclass?.title ?? masterclassDetailMessages.untitled}
      messages={masterclassDetailMessages}
      icon={IconPresentation}
      actions={masterclass && <RecordHistoryButton type="masterclass" id={masterclass._id} />}
      footer={actions || undefined}
    >
      {isKnown ? <Details masterclass={masterclass} group={group} links={links} /> : undefined}
    </RecordDialog>
  )
}

interface DetailsProps {
  masterclass: Masterclass
  group: MasterclassGroup
  links: readonly MasterclassLink[]
}

function Details({ masterclass, group, links }: DetailsProps) {
  const refundAll = useRefundAllFact('masterclass', masterclass._id)
  return (
    <>
      <CardPicture banner={masterclass.banner} icon={IconPresentation} past={group === 'past'} wide />
      <div className="gr-row">
        <Badge {...badges[group]}>{masterclassListMessages.groups[group]}</Badge>
        <CopyId id={masterclass._id} of={masterclass.title} />
      </div>
      <RecordText>{masterclass.description}</RecordText>
      <DescriptionList
        items={[
          { term: masterclassDetailMessages.start, value: <RecordTime at={masterclass.start_time} /> },
          { term: masterclassDetailMessages.end, value: <RecordTime at={masterclass.end_time} /> },
          {
            term: masterclassDetailMessages.creator,
            value: <RecordPerson person={masterclass.creator_id} />,
          },
          {
            term: masterclassDetailMessages.attendance,
            value: attendanceTypeNames[masterclass.attendance_type],
          },
          { term: masterclassDetailMessages.venue, value: venuePlaceName(masterclass.venue_state ?? '') },
          { term: masterclassDetailMessages.meetingAccount, value: masterclass.zoom_hub_name },
          {
            term: masterclassDetailMessages.people,
            value: (
              <Link {...paths.masterclassPeople(masterclass._id)} className="gr-accent gr-underline">
                {registeredText(masterclass.registrations_count)}
              </Link>
            ),
          },
          ...refundAll,
        ]}
      />
      <RecordPrices prices={masterclass.prices} kinds={masterclassPriceKinds} />
      <section className={classes.links}>
        <h3 className={classes.heading}>{masterclassDetailMessages.links}</h3>
        <MasterclassLinkList links={links} />
      </section>
    </>
  )
}
