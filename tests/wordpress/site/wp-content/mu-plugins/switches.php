<?php
/**
 * Writes mail into a file, and imitates what plugins of other sites do (see switches.json).
 *
 * @package Statecast_Tests
 */

$statecast_switches = (array) json_decode( (string) @file_get_contents( ABSPATH . 'switches.json' ), true );

add_filter(
	'pre_wp_mail',
	static function ( $sent, $mail ) {
		file_put_contents( ABSPATH . 'mail.jsonl', wp_json_encode( $mail ) . "\n", FILE_APPEND | LOCK_EX );
		return true;
	},
	10,
	2
);

// Slugs as WordPress makes them from names.
add_filter(
	'statecast_channels',
	static function ( $channels ) {
		foreach ( array( 'State_Line 24', 'Новости Юга' ) as $name ) {
			$slug              = sanitize_title( $name );
			$channels[ $slug ] = array_merge( $channels['rotunda'], array( 'slug' => $slug, 'name' => $name ) );
		}
		return $channels;
	}
);

if ( ! empty( $statecast_switches['plainPermalinks'] ) ) {
	add_filter( 'pre_option_permalink_structure', '__return_empty_string' );
}

// A plugin that limits sign-ins.
if ( ! empty( $statecast_switches['limiter'] ) ) {
	add_filter(
		'authenticate',
		static function () {
			$message = '<strong>Error</strong>: Too many failed login attempts. Please try again in 20 minutes.';
			return new WP_Error( 'too_many_retries', $message, array( 'status' => 403 ) );
		},
		99
	);
}

// Sessions that are over at once.
if ( ! empty( $statecast_switches['expiredSessions'] ) ) {
	add_filter(
		'auth_cookie_expiration',
		static function () {
			return -1;
		}
	);
}

// A plugin that ends PHP with an error.
if ( isset( $statecast_switches['fatalError'] ) && str_contains( $_SERVER['REQUEST_URI'], $statecast_switches['fatalError'] ) ) {
	add_action(
		'rest_api_init',
		static function () {
			throw new Error( 'An error of a plugin' );
		}
	);
}

// The letter of WordPress itself, which leads to wp-login.php.
if ( ! empty( $statecast_switches['coreResetLetter'] ) ) {
	add_action(
		'plugins_loaded',
		static function () {
			remove_filter( 'retrieve_password_message', 'statecast_reset_message', 10 );
		}
	);
}

// A plugin with a fault. `printed`: it also turns on the output of warnings.
if ( isset( $statecast_switches['warnings'] ) ) {
	add_action(
		'rest_api_init',
		static function () use ( $statecast_switches ) {
			if ( 'printed' === $statecast_switches['warnings'] ) {
				ini_set( 'display_errors', '1' );
			}
			trigger_error( 'A warning of a plugin', E_USER_WARNING );
		}
	);
}

// How other plugins report a session that has ended: `jwt` with a code of their own, `visitor` with an empty user.
if ( isset( $statecast_switches['sessionEnd'] ) ) {
	add_filter(
		'rest_dispatch_request',
		static function ( $result, $request ) use ( $statecast_switches ) {
			if ( '/custom-plugin/me' !== $request->get_route() ) {
				return $result;
			}
			return 'jwt' === $statecast_switches['sessionEnd']
				? new WP_Error( 'jwt_auth_invalid_token', 'Expired token', array( 'status' => 403 ) )
				: new WP_User( 0 );
		},
		10,
		2
	);
}
