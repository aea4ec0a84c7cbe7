import type { updateMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import {
  type MasterclassGroup,
  masterclassAllows,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { ListedMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { IconPresentation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatCurrentPrices, formatRevenue } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import { SessionCard } from '../../../shared/sessions/session-card/session-card.tsx'
import folds from '../../../shared/sessions/session-copies/copy-actions.module.css'
import { CopyActions } from '../../../shared/sessions/session-copies/copy-actions.tsx'
import parts from '../../../ui/card-parts.module.css'
import { CardButton } from '../../../ui/card-parts.tsx'
import { CardFigure } from '../../../ui/record-card.tsx'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

interface MasterclassCardProps {
  masterclass: ListedMasterclass
  group: MasterclassGroup
  /** URL template with {creator_id}; undefined until the settings are loaded. */
  paymentPageTemplate: string | undefined
  onOpen: () => void
  onAddCoupon: () => void
  onDeactivate: () => void
  onPublish: () => void
  onDuplicate: () => void
  onCopyToDates: () => void
  /** Called on hover and focus of an element that opens a dialog: prefetch its script. */
  onIntent: () => void
}

/** One masterclass of the list (MC-08 to MC-12, MC-16). */
export function MasterclassCard({
  masterclass,
  group,
  paymentPageTemplate,
  onOpen,
  onAddCoupon,
  onDeactivate,
  onPublish,
  onDuplicate,
  onCopyToDates,
  onIntent,
}: MasterclassCardProps) {
  const { coupons_count: coupons, registrations_count: registrations, sales } = masterclass
  const mayWrite = useMay<typeof updateMasterclass>('content.write')
  const prices = formatCurrentPrices(masterclass.prices)
  return (
    <SessionCard
      id={masterclass._id}
      title={masterclass.title}
      banner={masterclass.banner}
      icon={IconPresentation}
      start={masterclass.start_time}
      past={group === 'past'}
      // Titles need the room: the second currency is in the tooltip.
      price={<span title={prices.join(' · ')}>{prices[0]}</span>}
      facts={[personName(masterclass.creator_id), masterclass.zoom_hub_name]}
      edit={mayWrite && masterclassAllows.edit(group) ? masterclassEditLink(masterclass) : undefined}
      onOpen={onOpen}
      onIntent={onIntent}
      figure={
        // A draft that was never published has nothing to say.
        (group !== 'draft' || registrations > 0) && (
          <CardFigure detail={formatRevenue(sales)}>
            <Link {...paths.masterclassPeople(masterclass._id)} className="gr-underline">
              {registeredText(registrations)}
            </Link>
          </CardFigure>
        )
      }
      more={
        mayWrite && (
          <CopyActions
            past={group === 'past'}
            onDuplicate={onDuplicate}
            onCopyToDates={onCopyToDates}
            folded={
              masterclassAllows.deactivate(group) && {
                label: masterclassListMessages.deactivate,
                onClick: onDeactivate,
              }
            }
          />
        )
      }
      actions={
        mayWrite && (
          <>
            {masterclassAllows.addCoupon(group) && (
              <CardButton onClick={onAddCoupon}>
                {masterclassListMessages.addCoupon}
                {coupons > 0 && (
                  <>
                    <span className={parts.count}>{coupons}</span>
                    <span className="gr-unseen"> {masterclassListMessages.linked}</span>
                  </>
                )}
              </CardButton>
            )}
            {masterclassAllows.deactivate(group) && (
              <span className={folds.folded} data-folded>
                <CardButton onClick={onDeactivate} onIntent={onIntent}>
                  {masterclassListMessages.deactivate}
                </CardButton>
              </span>
            )}
            {masterclassAllows.publish(group) && (
              <CardButton onClick={onPublish} onIntent={onIntent}>
                {masterclassListMessages.publish}
              </CardButton>
            )}
          </>
        )
      }
    >
      <MasterclassLinkList links={linksOf(masterclass, paymentPageTemplate)} />
    </SessionCard>
  )
}
