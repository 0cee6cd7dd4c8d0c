CREATE TABLE `password_resets` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `key_hash` text NOT NULL,
  `asked_at` text NOT NULL,
  `expires_at` text NOT NULL,
  `used_at` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `password_resets_of_member` ON `password_resets` (`member`, `id`);
--> statement-breakpoint
CREATE TABLE `channel_requests` (
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `channel` text NOT NULL,
  `asked_at` text NOT NULL,
  PRIMARY KEY (`member`, `channel`)
) STRICT;
