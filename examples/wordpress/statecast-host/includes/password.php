<?php
/**
 * The forgotten password. WordPress has one route for both calls, because it ignores the slash at the end.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the call.
 */
function statecast_register_password_routes() {
	$lengths = array( 'email_address' => 250, 'key' => 250, 'login' => 250, 'new_password' => 4096, 'confirm_password' => 4096 );
	$args    = statecast_texts( $lengths, array( 'required' => false ) );
	statecast_route( 'channel/v2/user_forget', 'POST', 'statecast_user_forget', $args, 'statecast_check_xsrf' );
}

/**
 * POST channel/v2/user_forget with `email_address`, or user_forget/ with `key` and `login`.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_user_forget( $request ) {
	if ( isset( $request['email_address'] ) ) {
		$sent = retrieve_password( $request['email_address'] );
		return is_wp_error( $sent ) ? $sent : array( 'message' => __( 'Password reset instructions were sent successfully.', 'statecast-host' ) );
	}
	if ( ! isset( $request['key'], $request['login'] ) ) {
		return statecast_error( 'rest_missing_callback_param', __( 'Missing parameter(s): key, login', 'statecast-host' ), 400 );
	}
	$user = check_password_reset_key( $request['key'], $request['login'] );
	if ( is_wp_error( $user ) ) {
		return $user;
	}
	if ( isset( $request['new_password'] ) || isset( $request['confirm_password'] ) ) {
		if ( $request['new_password'] !== $request['confirm_password'] ) {
			return statecast_error( 'password_mismatch', __( 'The passwords do not match.', 'statecast-host' ), 400 );
		}
		if ( mb_strlen( $request['new_password'] ) < 8 ) {
			return statecast_error( 'password_too_short', __( 'The password must be at least 8 characters long.', 'statecast-host' ), 400 );
		}
		// Ends every session, see after_password_reset in statecast-host.php.
		reset_password( $user, $request['new_password'] );
	}
	return array( 'message' => __( 'Password reset successfully', 'statecast-host' ) );
}

/**
 * Writes the reset mail with a link to the application instead of wp-login.php.
 *
 * @param string  $message Text of WordPress.
 * @param string  $key     Reset key.
 * @param string  $login   Username.
 * @param WP_User $user    User.
 * @return string
 */
function statecast_reset_message( $message, $key, $login, $user ) {
	$link = statecast_url( '/reset-password?key=' . rawurlencode( $key ) . '&login=' . rawurlencode( $login ) );
	/* translators: 1: name, 2: link. */
	$text = __( "Hello %1\$s,\n\nto choose a new password, open this link. It works once and expires in 24 hours.\n\n%2\$s\n\nIf you didn't request this, ignore this email.", 'statecast-host' );
	return sprintf( $text, $user->display_name, $link );
}
