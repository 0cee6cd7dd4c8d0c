<?php
/**
 * The configuration of WordPress in the tests.
 *
 * @package Statecast_Tests
 */

define( 'DB_DIR', __DIR__ . '/wp-content/database' );
define( 'DB_FILE', 'wordpress.sqlite' );
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8' );
define( 'DB_COLLATE', '' );
$table_prefix = 'wp_';

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', "The key $name of the tests, which is no secret." );
	define( $name . '_SALT', "The salt $name of the tests, which is no secret." );
}

define( 'WP_HOME', getenv( 'WORDPRESS_URL' ) );
define( 'WP_SITEURL', WP_HOME );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );

define( 'STATECAST_URL', (string) @file_get_contents( __DIR__ . '/application-url' ) );
define( 'STATECAST_SERVICE_KEY', 'sandbox-membership-key' );
define( 'STATECAST_EDGE_ADDRESS', '127.0.0.1' );

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
