ALTER TABLE `subscriptions` ADD COLUMN `card_brand` text NOT NULL DEFAULT '';
--> statement-breakpoint
UPDATE `subscriptions` SET `card_brand` = coalesce((
  SELECT `brand` FROM `cards`
  WHERE `cards`.`member` = `subscriptions`.`member` AND `cards`.`last4` = `subscriptions`.`card_last4`
), '') WHERE `card_last4` <> '';
--> statement-breakpoint
ALTER TABLE `payment_intents` ADD COLUMN `application_origin` text NOT NULL DEFAULT '';
